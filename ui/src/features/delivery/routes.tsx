import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  { path: paths.delivery, title: 'Delivery', surroundings: 'onboarding', load: () => import('./screens/Delivery') },
  {
    path: paths.almostReady,
    title: 'Almost ready',
    surroundings: 'onboarding',
    load: () => import('./screens/AlmostReady'),
  },
];
