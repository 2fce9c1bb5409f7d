import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    get path() {
      return paths.storeSignup;
    },
    title: 'Sign up in the store',
    layout: 'entry',
    load: () => import('./screens/StoreSignup'),
    prerendered: { unless: [] },
  },
  {
    get path() {
      return paths.storeLocation;
    },
    title: 'Which store is this?',
    layout: 'onboarding',
    load: () => import('./screens/StoreLocation'),
    prerendered: { unless: [] },
  },
  {
    get path() {
      return paths.storePhone;
    },
    title: 'Continue on your phone',
    layout: 'entry',
    load: () => import('./screens/OnYourPhone'),
  },
];
