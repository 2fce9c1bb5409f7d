import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

const success = { title: 'Thank you', surroundings: 'member', load: () => import('./Success') } as const;

export const screens: Screen[] = [
  { path: paths.stylistNote, title: 'Your box', surroundings: 'member', load: () => import('./StylistNote') },
  { path: paths.review, title: 'Review your order', surroundings: 'member', load: () => import('./Review') },
  { path: paths.checkout, title: 'Confirm purchase', surroundings: 'member', load: () => import('./Confirmation') },
  { path: paths.success, ...success },
  { path: paths.successPickUp, ...success },
];
