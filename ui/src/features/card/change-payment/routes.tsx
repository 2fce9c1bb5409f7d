import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.changePayment,
    title: 'Change payment',
    layout: 'member',
    decidesBy: 'orders',
    load: () => import('./screens/ChangePayment'),
  },
];
