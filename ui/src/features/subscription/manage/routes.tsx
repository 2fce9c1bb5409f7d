import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.manageSubscription,
    title: 'Your subscription',
    layout: 'member',
    load: () => import('./screens/Subscription'),
  },
];
