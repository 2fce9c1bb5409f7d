import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.orderHistory,
    title: 'Your orders',
    surroundings: 'member',
    load: () => import('./screens/OrderHistory'),
  },
  {
    path: paths.pastOrder(':id'),
    title: 'Review your order',
    surroundings: 'member',
    load: () => import('./screens/PastOrder'),
  },
  {
    path: paths.purchaseHistory,
    title: 'Purchase history',
    surroundings: 'member',
    load: () => import('./screens/PurchaseHistory'),
  },
  {
    path: paths.stylistNotes,
    title: 'Stylist notes',
    surroundings: 'member',
    load: () => import('./screens/StylistNotes'),
  },
];
