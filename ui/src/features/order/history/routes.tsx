import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.orderHistory,
    title: 'Your orders',
    layout: 'member',
    load: () => import('./screens/OrderHistory'),
  },
  {
    path: paths.pastOrder(':id'),
    title: 'Review your order',
    layout: 'member',
    load: () => import('./screens/PastOrder'),
  },
  {
    path: paths.purchaseHistory,
    title: 'Purchase history',
    layout: 'member',
    load: () => import('./screens/PurchaseHistory'),
  },
  {
    path: paths.stylistNotes,
    title: 'Stylist notes',
    layout: 'member',
    load: () => import('./screens/StylistNotes'),
  },
];
