import { type ReactNode, useEffect } from 'react';
import type { ThemeBox } from '~/api/schema.gen';
import { useDropCustomer } from '~/api/account/sessions';
import rail from '~/assets/scenes/rail.svg';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/account/human-check/HumanCheck';
import { PasswordField } from '~/components/form/PasswordField';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useHumanCheck } from '~/components/account/human-check/useHumanCheck';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { ForVisitors } from '~/components/screens/onward/ForVisitors';
import { ChosenThemeBox } from '~/components/order/theme-box/ChosenThemeBox';
import { useThemeChoice } from '~/components/order/theme-box/useThemeChoice';
import { brand, humanCheckValidate, loginValidate, sessionAfterLogin } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { recall, remember } from '~/lib/memory';
import { useNavigate, useSearchParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { useRecalled } from '~/lib/useRecalled';
import { paths } from '~/paths';
import { useSignIn } from '../api';
import { DemoCustomers } from '../parts/DemoCustomers';

interface Values {
  email: string;
  password: string;
  recaptchaToken: string;
}

const draft = declareDraft<Values>({ name: 'sign-in', lifetime: 'reload', fields: ['email'] });

const labels = { email: 'Email', password: 'Password', recaptchaToken: 'Human check' };
const validate = (values: Values) => [...loginValidate(values), ...humanCheckValidate(values.recaptchaToken)];

/**
 * Signs in, then opens the path that the customer wanted, otherwise the dashboard. For a signed-in customer that path opens
 * immediately.
 */
export default function Login() {
  const [query] = useSearchParams();
  const choice = useThemeChoice();
  // If a session ended without a sign-out, the customer returns to the screen that they left, so an earlier choice of a theme
  // box does not count.
  const suspended = useRecalled('customer');
  const isReturning = suspended !== null;
  const isForThemeBox = choice.isFromLink || (choice.isMade && !isReturning);
  const isForPayment = query.get('payment') === 'true';

  useEffect(() => {
    if (isForPayment) remember('payment', 'true');
  }, [isForPayment]);

  // Signing in does not wait for theme boxes that cannot be loaded.
  const chosenBox = async () => (isForThemeBox ? await choice.settled().catch(() => null) : null);
  const pathAfter = (box: ThemeBox | null) => {
    const to = sessionAfterLogin({
      redirect_to: recall('redirectTo'),
      theme_box: box?.theme ?? null,
      payment_flag: isForPayment || recall('payment') === 'true',
      default: null,
    });
    for (const key of ['redirectTo', 'payment'] as const) remember(key, null);
    if (box) remember('selectedThemebox', box.theme);
    return to;
  };
  return (
    <ForVisitors endsSessions onward={async () => pathAfter(await chosenBox())}>
      <SignIn chosenBox={chosenBox} pathAfter={pathAfter}>
        {suspended ? (
          <Banner>
            <p role="status">You are no longer signed in. Sign in to continue where you stopped.</p>
          </Banner>
        ) : null}
        {isForThemeBox ? <ChosenThemeBox choice={choice} thanks="Kept for you" /> : null}
      </SignIn>
    </ForVisitors>
  );
}

interface SignInProps {
  /** The theme box that signing in is for. */
  chosenBox: () => Promise<ThemeBox | null>;
  pathAfter: (box: ThemeBox | null) => string;
  /** Messages above the form about the reason for signing in. */
  children: ReactNode;
}

function SignIn({ chosenBox, pathAfter, children }: SignInProps) {
  useDropCustomer();
  const navigate = useNavigate();
  const signIn = useSignIn();

  const onSubmit = async (values: Values) => {
    const box = await chosenBox();
    await human.spend((recaptchaToken) => signIn.mutateAsync({ ...values, recaptchaToken }));
    await navigate(pathAfter(box), { replace: true });
  };

  const form = useCoreForm<Values>({
    defaultValues: { email: '', password: '', recaptchaToken: '' },
    draft,
    validate,
    labels,
    onSubmit,
  });
  const { choose } = form;
  const human = useHumanCheck(form, 'sign_in');
  const fill = async (customer: { email: string; password: string }) => {
    await choose('email', customer.email);
    await choose('password', customer.password);
  };

  return (
    <Spread picture={<Scene src={rail} />}>
      <PageTitle eyebrow={`${brand().product} members`}>Welcome back</PageTitle>
      {children}
      <form className={layout.form} onSubmit={human.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <EmailField autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <HumanCheck {...human.check} />
        <div className={layout.actions}>
          <Button type="submit" wide busy={form.busy} busyLabel="One moment...">
            Sign In
          </Button>
        </div>
      </form>
      <div className={layout.links}>
        <p>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
        </p>
        <p>
          New here? <Link to={paths.register}>Create an account</Link>
        </p>
      </div>
      {/* These come last, because they are loaded after the form is shown. */}
      <DemoCustomers onChoose={(customer) => void fill(customer)} />
    </Spread>
  );
}
