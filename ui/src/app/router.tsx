import { EntryLayout } from '~/app/layouts/EntryLayout';
import { OnboardingLayout } from '~/app/layouts/OnboardingLayout';
import type { Screen, ScreenLayout } from '~/components/layout/screen';
import * as account from '~/features/account/management/routes';
import * as card from '~/features/card/change-payment/routes';
import * as catalog from '~/features/order/catalog/routes';
import * as checkout from '~/features/checkout/purchase/routes';
import * as dashboard from '~/features/screens/dashboard/routes';
import * as delivery from '~/features/delivery/signup/routes';
import * as ordering from '~/features/order/ordering/routes';
import * as history from '~/features/order/history/routes';
import * as payment from '~/features/card/payment-step/routes';
import * as quiz from '~/features/style/quiz/routes';
import * as referrals from '~/features/account/referrals/routes';
import * as registration from '~/features/account/registration/routes';
import * as signIn from '~/features/account/sign-in/routes';
import * as storeSignup from '~/features/account/store-signup/routes';
import * as subscription from '~/features/subscription/manage/routes';
import * as styleProfile from '~/features/style/style-profile/routes';
import * as themeBox from '~/features/order/theme-box/routes';
import * as welcome from '~/features/screens/welcome/routes';
import { createBrowserRouter, matchRoutes, type Route } from '~/lib/router/router';
import { withStyles } from '~/lib/styles';
import { basePath, paths } from '~/paths';
import { FreshRecord } from './FreshRecord';
import { ScreenNotLoaded } from './ErrorScreen';
import { Root } from './Root';

export const screens: readonly Screen[] = [
  ...welcome.screens,
  ...signIn.screens,
  ...registration.screens,
  ...storeSignup.screens,
  ...themeBox.screens,
  ...catalog.screens,
  ...quiz.screens,
  ...delivery.screens,
  ...payment.screens,
  ...dashboard.screens,
  ...checkout.screens,
  ...card.screens,
  ...account.screens,
  ...styleProfile.screens,
  ...ordering.screens,
  ...subscription.screens,
  ...history.screens,
  ...referrals.screens,
];

const redirects = [...registration.redirects];

const screensIn = (layout: ScreenLayout): Route[] =>
  screens
    .filter((screen) => screen.layout === layout)
    .map(({ path, title, worksOffline, load, decidesBy }) => ({
      path,
      handle: { title, worksOffline },
      lazy: () => loadComponent(load, decidesBy),
    }));

const loadComponent = async (load: Screen['load'], decidesBy?: Screen['decidesBy']) => {
  const { default: Component } = await codeOfScreen(load());
  if (decidesBy === undefined) return Component;
  return () => (
    <FreshRecord decidesBy={decidesBy}>
      <Component />
    </FreshRecord>
  );
};

/** Loads the code of a screen with its styles. Fails with `ScreenNotLoaded`, for which the page shows `ScreenFailed`. */
const codeOfScreen = async <Code,>(code: Promise<Code>): Promise<Code> => {
  try {
    return await withStyles(code);
  } catch (cause) {
    throw new ScreenNotLoaded(cause);
  }
};

/** Loaded on demand: the screens for signing in and up need neither of these layouts. */
const eitherLayout = async () => (await codeOfScreen(import('./layouts/EitherLayout'))).EitherLayout;
const memberLayout = async () => (await codeOfScreen(import('./layouts/MemberLayout'))).MemberLayout;

const makeRoutes = (): Route[] => [
  {
    Component: Root,
    children: [
      ...screensIn('bare'),
      { Component: EntryLayout, children: screensIn('entry') },
      { lazy: eitherLayout, children: screensIn('either') },
      { Component: OnboardingLayout, children: screensIn('onboarding') },
      {
        lazy: memberLayout,
        children: [
          ...screensIn('member'),
          { index: true, redirect: () => paths.dashboard },
          // Any unknown path shows the dashboard (spec A, section 2).
          {
            path: '*',
            handle: { title: dashboard.home.title },
            lazy: () => loadComponent(dashboard.home.load),
          },
        ],
      },
      ...redirects.map(({ path, to }) => ({ path, redirect: (search: string) => to + search })),
    ],
  },
];

let made: Route[] | null = null;

/** All screens, inside their layouts. The list is made once, when the rules are loaded: some paths and titles name the brand. */
export const routes = (): Route[] => (made ??= makeRoutes());

/** Loads the screen of an address before the first render. If that fails, the route tries again and shows the failure. */
export async function loadScreen(pathname: string): Promise<void> {
  await Promise.all(matchRoutes(routes(), pathname, basePath).map(({ route }) => loadRoute(route)));
}

async function loadRoute(route: Route): Promise<void> {
  const Component = await route.lazy?.().catch(() => null);
  if (Component) Object.assign(route, { Component, lazy: undefined });
}

export const makeRouter = () => createBrowserRouter(routes(), basePath);
