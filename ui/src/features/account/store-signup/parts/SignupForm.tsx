import { useRegister } from '~/api/account/registrations';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/account/human-check/HumanCheck';
import { MaskedField } from '~/components/form/MaskedField';
import { TextField } from '~/components/form/TextField';
import { refusalsAt } from '~/components/account/taken-email/emailRefusals';
import { SignInInstead } from '~/components/account/taken-email/SignInInstead';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useHumanCheck } from '~/components/account/human-check/useHumanCheck';
import { humanCheckValidate, type Issue, storeSignupValidate } from '~/core';
import { zip } from '~/lib/form/reading';
import { declareDraft } from '~/lib/draft/draft';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import { requiredNote } from '~/components/form/requiredNote';

interface Values {
  first_name: string;
  last_name: string;
  email: string;
  registration_postal_code: string;
  recaptchaToken: string;
}

/**
 * The draft is kept only over the reload that brings a newer page, because the tablet's next customer must find empty fields.
 */
const draft = declareDraft<Values>({
  name: 'store sign-up',
  lifetime: 'reload',
  fields: ['first_name', 'last_name', 'email', 'registration_postal_code'],
});

const lines = ['first_name', 'last_name'];

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  registration_postal_code: 'ZIP Code',
  recaptchaToken: 'Human check',
};

const validate = (values: Values): Issue[] => [
  ...storeSignupValidate(values),
  ...humanCheckValidate(values.recaptchaToken),
];

const refusals = refusalsAt('email');

/**
 * The form that makes an account in a store. The browser neither fills it in nor remembers it. The server makes a password,
 * and sends a link to choose another one.
 */
export function SignupForm() {
  const navigate = useNavigate();
  const register = useRegister();

  const form = useCoreForm<Values>({
    defaultValues: { first_name: '', last_name: '', email: '', registration_postal_code: '', recaptchaToken: '' },
    draft,
    validate,
    lines,
    labels,
    refusals,
    onSubmit: async (values) => {
      await human.spend((recaptchaToken) =>
        register.mutateAsync({ ...values, recaptchaToken, registered_in_store: true }),
      );
      form.forgetDraft();
      await navigate(paths.storeSignup, { replace: true, state: { isRegistered: true } });
    },
  });
  const human = useHumanCheck(form, 'register');

  return (
    <form className={layout.form} onSubmit={human.submit} autoComplete="off" noValidate>
      <ErrorSummary {...form.summary} />
      <p className={layout.notice}>{requiredNote}</p>
      <div className={layout.pair}>
        <TextField label="First name" required autoComplete="off" {...form.field('first_name')} />
        <TextField label="Last name" required autoComplete="off" {...form.field('last_name')} />
      </div>
      <EmailField
        required
        autoComplete="off"
        afterMessage={<SignInInstead code={form.codeOf('email')} />}
        {...form.field('email')}
      />
      <MaskedField
        label="ZIP Code"
        required
        masking={zip}
        autoComplete="off"
        {...form.field('registration_postal_code')}
      />
      <HumanCheck {...human.check} />
      <div className={layout.actions}>
        <Button type="submit" wide blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
          Create my account
        </Button>
      </div>
    </form>
  );
}
