import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  { path: paths.welcome, title: 'Welcome', surroundings: 'entry', load: () => import('./Welcome') },
  { path: paths.login, title: 'Sign in', surroundings: 'entry', load: () => import('./Login') },
  {
    path: paths.forgotPassword,
    title: 'Forgot your password?',
    surroundings: 'entry',
    load: () => import('./ForgotPassword'),
  },
  {
    path: paths.resetPassword,
    title: 'Reset your password',
    surroundings: 'entry',
    load: () => import('./ResetPassword'),
  },
];
