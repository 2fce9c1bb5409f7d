import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.manageSubscription,
    title: 'Your subscription',
    surroundings: 'member',
    load: () => import('./screens/Subscription'),
  },
];
