import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

const success = { title: 'Thank you', surroundings: 'member', load: () => import('./screens/Success') } as const;

export const screens: Screen[] = [
  { path: paths.stylistNote, title: 'Your box', surroundings: 'member', load: () => import('./screens/StylistNote') },
  { path: paths.review, title: 'Review your order', surroundings: 'member', load: () => import('./screens/Review') },
  {
    path: paths.checkout,
    title: 'Confirm purchase',
    surroundings: 'member',
    load: () => import('./screens/Confirmation'),
  },
  { path: paths.success, ...success },
  { path: paths.successPickUp, ...success },
];
