import type { Redirect, Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.register,
    title: 'Create your account',
    layout: 'entry',
    load: () => import('./screens/Register'),
    prerendered: { unless: ['themebox', 'referral'], unlessKept: ['selectedThemebox', 'referral'] },
  },
  {
    path: paths.registerThemeBox,
    title: 'Create your account',
    layout: 'entry',
    load: () => import('./screens/RegisterThemeBox'),
    prerendered: { unless: ['themebox', 'referral'], unlessKept: ['referral'] },
  },
];

export const redirects: Redirect[] = [{ path: '/quiz/style', to: paths.register }];
