import { useState } from 'react';
import { errorsOf, isUnreached, NotSent } from '~/api/errors';
import hook from '~/assets/scenes/hook.svg';
import { Banner } from '~/components/feedback/Banner';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/account/human-check/HumanCheck';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useHumanCheck } from '~/components/account/human-check/useHumanCheck';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { forgotPasswordValidate, humanCheckValidate, messagesText } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { useRequestReset, type WithoutLink } from '../passwords';

interface Values {
  email: string;
  recaptchaToken: string;
}

const draft = declareDraft<Values>({ name: 'forgotten password', lifetime: 'reload', fields: ['email'] });

const labels = { email: 'Email', recaptchaToken: 'Human check' };

/**
 * Requests a link that sets a new password. The answer is the same for every address, and so is the message. The human check shows once
 * the server asks for it: at a network's second call within an hour.
 */
export default function ForgotPassword() {
  const request = useRequestReset();
  const { state } = useLocation() as { state: WithoutLink | null };
  const [isChecked, setChecked] = useState(false);
  const form = useCoreForm<Values>({
    defaultValues: { email: '', recaptchaToken: '' },
    draft,
    validate: (values) => [
      ...forgotPasswordValidate(values),
      ...(isChecked ? humanCheckValidate(values.recaptchaToken) : []),
    ],
    labels,
    onSubmit: async ({ email }) => {
      try {
        if (isChecked) await human.spend((recaptchaToken) => request.mutateAsync({ email, recaptchaToken }));
        else await request.mutateAsync({ email });
      } catch (error) {
        // Nothing was sent, so showing this failure tells nothing about the address.
        if (isUnreached(error) || error instanceof NotSent) throw error;
        if (errorsOf(error).some(({ code }) => code === 'human_check_failed')) {
          setChecked(true);
          const code = 'human_check_required';
          throw new NotSent([{ field: 'recaptchaToken', code, message: messagesText(code) }]);
        }
      }
      showSuccess(messagesText('reset_link_sent'));
    },
  });
  const human = useHumanCheck(form, 'forgot_password');

  return (
    <Spread picture={<Scene src={hook} />}>
      <PageTitle lead="Enter the email you signed up with to reset your password.">
        Forgot your password? No problem!
      </PageTitle>
      {state?.withoutLink ? (
        <Banner>
          <p>To set a new password, please open the link in our email again, or request another one here.</p>
        </Banner>
      ) : null}
      <form className={layout.form} onSubmit={isChecked ? human.submit : form.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <EmailField autoComplete="username" {...form.field('email')} />
        {isChecked ? <HumanCheck {...human.check} /> : null}
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
