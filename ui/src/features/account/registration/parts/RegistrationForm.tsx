import { ApiError, isUnreached, noteAtFields, whyFailed } from '~/api/errors';
import { useRegister } from '~/api/registrations';
import type { ThemeBox } from '~/api/schema.gen';
import { type ThemeUnsaved, useSaveThemeBox } from '~/api/themeBoxes';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/form/HumanCheck';
import { MaskedField } from '~/components/form/MaskedField';
import { NewPasswordField } from '~/components/form/NewPasswordField';
import { TextField } from '~/components/form/TextField';
import { refusalsAt } from '~/components/form/emailRefusals';
import { SignInInstead } from '~/components/form/SignInInstead';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useHumanCheck } from '~/components/form/useHumanCheck';
import { humanCheckValidate, type Issue, registrationValidate } from '~/core';
import { zip } from '~/lib/form/reading';
import { declareDraft } from '~/lib/draft/draft';
import { remember } from '~/lib/memory';
import { useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { requiredNote } from '~/components/form/requiredNote';

interface Values {
  first_name: string;
  last_name: string;
  email: string;
  confirmEmail: string;
  registration_postal_code: string;
  password: string;
  recaptchaToken: string;
}

/** The draft is kept while the visitor opens the theme boxes or sign-in. */
const draft = declareDraft<Values>({
  name: 'registration',
  lifetime: 'customer',
  fields: ['first_name', 'last_name', 'email', 'confirmEmail', 'registration_postal_code'],
});

const lines = ['first_name', 'last_name'];

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  confirmEmail: 'Confirm email',
  registration_postal_code: 'ZIP Code',
  password: 'Password',
  recaptchaToken: 'Human check',
};

const validate = (values: Values): Issue[] => [
  ...registrationValidate(values),
  ...humanCheckValidate(values.recaptchaToken),
];

/** The error of an email that already has an account is shown under the confirmation (spec A, section 2). */
const refusals = refusalsAt('confirmEmail');

interface RegistrationFormProps {
  /** The referral code to register with. */
  referral: string | null;
  /** Resolves with the chosen theme box once the offered ones are loaded. */
  themeBox: () => Promise<ThemeBox | null>;
}

/** The form that makes an account. After it a new customer continues with the quiz. */
export function RegistrationForm({ referral, themeBox }: RegistrationFormProps) {
  const navigate = useNavigate();
  const register = useRegister();
  const saveThemeBox = useSaveThemeBox();

  const whyUnsaved = ({ theme }: ThemeBox) =>
    saveThemeBox.mutateAsync(theme).then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof ApiError) || isUnreached(error)) return [];
        noteAtFields(error);
        return whyFailed(error);
      },
    );

  const onSubmit = async ({ confirmEmail: _confirmed, ...values }: Values) => {
    const box = await themeBox();
    await human.spend((recaptchaToken) =>
      register.mutateAsync({
        ...values,
        recaptchaToken,
        password_confirmation: values.password,
        referred_by_code: referral,
        themebox_signup: box !== null,
      }),
    );
    form.forgetDraft();
    remember('selectedThemebox', box?.theme ?? null);
    // The account is made. If the theme is not saved, the quiz says so.
    const state: ThemeUnsaved = { themeUnsaved: box === null ? [] : await whyUnsaved(box) };
    await navigate(paths.quiz(1), { replace: true, state });
  };

  const form = useCoreForm<Values>({
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      confirmEmail: '',
      registration_postal_code: '',
      password: '',
      recaptchaToken: '',
    },
    draft,
    validate,
    lines,
    labels,
    onSubmit,
    refusals,
  });
  const human = useHumanCheck(form, 'register');

  return (
    <>
      <form className={layout.form} onSubmit={human.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <p className={layout.notice}>{requiredNote}</p>
        <div className={layout.pair}>
          <TextField label="First name" required autoComplete="given-name" {...form.field('first_name')} />
          <TextField label="Last name" required autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <EmailField required autoComplete="email" {...form.field('email')} />
        <EmailField
          label="Confirm email"
          required
          autoComplete="off"
          afterMessage={<SignInInstead code={form.codeOf('confirmEmail')} />}
          {...form.field('confirmEmail')}
        />
        <MaskedField
          label="ZIP Code"
          required
          masking={zip}
          autoComplete="postal-code"
          {...form.field('registration_postal_code')}
        />
        <NewPasswordField label="Password" required typed={form.values.password} {...form.field('password')} />
        <HumanCheck {...human.check} />
        <div className={layout.actions}>
          <Button type="submit" wide blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
            Create my account
          </Button>
        </div>
      </form>
      <div className={layout.links}>
        <p>
          Already have an account? <Link to={paths.login}>Sign In</Link>
        </p>
      </div>
    </>
  );
}
