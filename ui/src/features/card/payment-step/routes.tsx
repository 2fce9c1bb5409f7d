import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.shippingIntro,
    title: 'What a box costs',
    layout: 'onboarding',
    load: () => import('./screens/ShippingIntro'),
  },
  {
    path: '/payment/:step',
    title: 'Address and payment',
    layout: 'onboarding',
    decidesBy: 'orders',
    load: () => import('./screens/Payment'),
  },
  {
    path: paths.accountConfirmation,
    title: 'Thank you',
    layout: 'bare',
    decidesBy: 'orders',
    load: () => import('./screens/AccountConfirmation'),
  },
];
