import { ApiError, isUnreached, noteAtFields, whyFailed } from '~/api/errors';
import { useRegister } from '~/api/account/registrations';
import type { ThemeBox } from '~/api/schema.gen';
import { type ThemeUnsaved, useSaveThemeBox } from '~/api/order/themeBoxes';
import { refusalsAt } from '~/components/account/taken-email/emailRefusals';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useHumanCheck } from '~/components/account/human-check/useHumanCheck';
import { humanCheckValidate, type Issue, registrationValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { remember } from '~/lib/memory';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';

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

export interface RegistrationFormProps {
  /** The referral code to register with. */
  referral: string | null;
  /** Resolves with the chosen theme box once the offered ones are loaded. */
  themeBox: () => Promise<ThemeBox | null>;
}

/** The state of the registration's form: what is typed, the human check, and how the account is made. */
export function useRegistrationForm({ referral, themeBox }: RegistrationFormProps) {
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
  return { form, human };
}
