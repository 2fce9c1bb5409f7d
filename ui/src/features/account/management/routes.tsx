import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.accountManagement,
    title: 'Your account',
    layout: 'member',
    decidesBy: 'account',
    load: () => import('./screens/AccountManagement'),
  },
];
