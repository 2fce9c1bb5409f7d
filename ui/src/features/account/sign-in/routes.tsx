import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.login,
    title: 'Sign in',
    layout: 'entry',
    load: () => import('./screens/Login'),
    prerendered: { unless: ['themebox'], unlessKept: ['selectedThemebox', 'customer'] },
  },
  {
    path: paths.forgotPassword,
    title: 'Forgot your password?',
    layout: 'entry',
    load: () => import('./screens/ForgotPassword'),
    prerendered: { unless: [] },
  },
  {
    path: paths.resetPassword,
    title: 'Reset your password',
    layout: 'entry',
    load: () => import('./screens/ResetPassword'),
    prerendered: { unless: ['first'], onlyWith: 'reset_password_token' },
  },
  {
    path: paths.confirmEmail,
    title: 'Confirm your new email',
    layout: 'entry',
    load: () => import('./screens/ConfirmEmail'),
  },
];
