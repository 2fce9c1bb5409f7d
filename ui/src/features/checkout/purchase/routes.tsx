import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

const screen = (path: string, title: string, load: Screen['load']): Screen => ({
  path,
  title,
  layout: 'member',
  decidesBy: 'orders',
  load,
});

const success = () => import('./screens/Success');

export const screens: Screen[] = [
  screen(paths.stylistNote, 'Your box', () => import('./screens/StylistNote')),
  screen(paths.review, 'Review your order', () => import('./screens/Review')),
  screen(paths.checkout, 'Confirm purchase', () => import('./screens/Confirmation')),
  screen(paths.success, 'Thank you', success),
  screen(paths.successPickUp, 'Thank you', success),
];
