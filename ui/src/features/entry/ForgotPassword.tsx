import { Link } from 'react-router';
import { useRequestReset } from '~/api/passwords';
import hook from '~/assets/scenes/hook.svg';
import { Button } from '~/components/Button';
import { ErrorSummary } from '~/components/ErrorSummary';
import layout from '~/components/formLayout.module.css';
import { PageTitle } from '~/components/PageTitle';
import { Scene } from '~/components/Scene';
import { Spread } from '~/components/Spread';
import { TextField } from '~/components/TextField';
import { showSuccess } from '~/components/Toaster';
import { useCoreForm } from '~/components/useCoreForm';
import { forgotPasswordValidate, messagesText } from '~/core';
import { paths } from '~/paths';

interface Values {
  email: string;
}

const labels = { email: 'Email' };

/** Asks for a link that sets a new password. The answer is the same for every address, and so is what the screen says. */
export default function ForgotPassword() {
  const request = useRequestReset();
  const form = useCoreForm<Values>({
    defaultValues: { email: '' },
    validate: forgotPasswordValidate,
    labels,
    onSubmit: async (values) => {
      await request.mutateAsync(values).catch(() => null);
      showSuccess(messagesText('reset_link_sent'));
    },
  });

  return (
    <Spread picture={<Scene src={hook} />}>
      <PageTitle lead="Enter the email you signed up with to reset your password.">
        Forgot your password? No problem!
      </PageTitle>
      <form className={layout.form} onSubmit={form.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          {...form.field('email')}
        />
        <div className={layout.actions}>
          <Button type="submit" wide busy={form.busy} busyLabel="One moment...">
            Reset Password
          </Button>
        </div>
      </form>
      <div className={layout.links}>
        <p>
          <Link to={paths.login}>Back to sign in</Link>
        </p>
      </div>
    </Spread>
  );
}
