import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.accountManagement,
    title: 'Your account',
    surroundings: 'member',
    decidesBy: 'account',
    load: () => import('./screens/AccountManagement'),
  },
];
