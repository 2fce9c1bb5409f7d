import { Link } from 'react-router';
import { isUnreached } from '~/api/errors';
import hook from '~/assets/scenes/hook.svg';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { forgotPasswordValidate, messagesText } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { paths } from '~/paths';
import { useRequestReset } from '../passwords';

interface Values {
  email: string;
}

const draft = declareDraft<Values>({ name: 'forgotten password', lifetime: 'reload', fields: ['email'] });

const labels = { email: 'Email' };

/** Requests a link that sets a new password. The answer is the same for every address, and so is the message. */
export default function ForgotPassword() {
  const request = useRequestReset();
  const form = useCoreForm<Values>({
    defaultValues: { email: '' },
    draft,
    validate: forgotPasswordValidate,
    labels,
    onSubmit: async (values) => {
      try {
        await request.mutateAsync(values);
      } catch (error) {
        // Nothing was sent, which says nothing of the address.
        if (isUnreached(error)) throw error;
      }
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
        <EmailField autoComplete="username" {...form.field('email')} />
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
