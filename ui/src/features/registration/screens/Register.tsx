import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorsOf, issuesOf } from '~/api/errors';
import office from '~/assets/scenes/office.svg';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/form/HumanCheck';
import { MaskedField } from '~/components/form/MaskedField';
import { PasswordField } from '~/components/form/PasswordField';
import { TextField } from '~/components/form/TextField';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import {
  brand,
  campaignUsable,
  humanCheckValidate,
  type Issue,
  maskZip,
  registrationValidate,
  sessionAfterLogin,
} from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { recall, remember } from '~/lib/memory';
import { paths } from '~/paths';
import { useRegister } from '../api';

interface Values {
  first_name: string;
  last_name: string;
  email: string;
  confirmEmail: string;
  registration_postal_code: string;
  password: string;
  recaptchaToken: string;
}

const draft = declareDraft<Values>({
  name: 'registration',
  lifetime: 'reload',
  fields: ['first_name', 'last_name', 'email', 'confirmEmail', 'registration_postal_code'],
});

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

const taken = 'email_invalid';

/** The error of an e-mail that already has an account is shown under the confirmation (spec A, section 2). */
const refusals = (error: unknown): Issue[] => {
  const known = errorsOf(error).find(({ code }) => code === taken);
  return known ? [{ field: 'confirmEmail', ...known }] : issuesOf(error);
};

export default function Register() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const register = useRegister();
  const [round, setRound] = useState(0);

  const onSubmit = async ({ confirmEmail: _confirmed, ...values }: Values) => {
    const themeBox = query.get('themebox') ?? recall('selectedThemebox');
    try {
      await register.mutateAsync({
        ...values,
        password_confirmation: values.password,
        referred_by_code: query.get('referral') ?? recall('referral'),
        campaign_code: campaignUsable(query.get('utm_campaign')),
        campaign_url: null,
        internal_note: brand().web_source,
        themebox_signup: themeBox !== null,
      });
    } catch (error) {
      // Each token can be used once, even if the call failed.
      setRound((number) => number + 1);
      form.form.setValue('recaptchaToken', '');
      throw error;
    }
    if (query.has('blog')) remember('blog', query.get('blog'));
    // A new customer starts with the quiz, even if an earlier visitor in this tab wanted another screen.
    remember('redirectTo', null);
    const to = sessionAfterLogin({
      redirect_to: null,
      theme_box: themeBox,
      payment_flag: false,
      default: paths.quiz(1),
    });
    await navigate(to, { replace: true });
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
    labels,
    onSubmit,
    refusals,
  });

  return (
    <Spread picture={<Scene src={office} />}>
      <PageTitle
        eyebrow="Create your account"
        lead="Create an account to save your answers and be matched with a stylist."
      >
        Let&apos;s Do Intros
      </PageTitle>
      <form className={layout.form} onSubmit={form.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <p className={layout.notice}>*Indicated required field</p>
        <div className={layout.pair}>
          <TextField label="First name" required autoComplete="given-name" {...form.field('first_name')} />
          <TextField label="Last name" required autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <TextField
          label="Email"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          {...form.field('email')}
        />
        <TextField
          label="Confirm email"
          required
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          afterMessage={
            form.codeOf('confirmEmail') === taken ? (
              <>
                {' '}
                <Link to={paths.login}>Sign in</Link>
              </>
            ) : null
          }
          {...form.field('confirmEmail')}
        />
        <div className={layout.pair}>
          <MaskedField
            label="ZIP Code"
            required
            mask={maskZip}
            autoComplete="postal-code"
            {...form.field('registration_postal_code')}
          />
          <PasswordField label="Password" required autoComplete="new-password" {...form.field('password')} />
        </div>
        <HumanCheck
          binding={form.field('recaptchaToken')}
          round={round}
          onToken={(token) => void form.choose('recaptchaToken', token)}
        />
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
    </Spread>
  );
}
