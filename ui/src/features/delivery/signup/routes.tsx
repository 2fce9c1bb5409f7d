import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.delivery,
    title: 'Delivery',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/Delivery'),
  },
  {
    path: paths.schedulePickup,
    title: 'Plan your pick-up',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/SchedulePickup'),
  },
  {
    path: paths.schedulePickupInStore,
    title: 'Plan your pick-up',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/SchedulePickup'),
  },
  {
    path: paths.almostReady,
    title: 'Almost ready',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/AlmostReady'),
  },
];
