import type { Detour, Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.register,
    title: 'Create your account',
    surroundings: 'entry',
    load: () => import('./screens/Register'),
    prerendered: { unless: ['themebox', 'referral'], unlessKept: ['selectedThemebox', 'referral'] },
  },
  {
    path: paths.registerThemeBox,
    title: 'Create your account',
    surroundings: 'entry',
    load: () => import('./screens/RegisterThemeBox'),
    prerendered: { unless: ['themebox', 'referral'], unlessKept: ['referral'] },
  },
];

export const detours: Detour[] = [{ path: '/quiz/style', to: paths.register }];
