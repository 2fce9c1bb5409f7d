import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.changePayment,
    title: 'Change payment',
    surroundings: 'member',
    load: () => import('./screens/ChangePayment'),
  },
];
