import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.referFriend,
    title: 'Refer a friend',
    layout: 'member',
    load: () => import('./screens/ReferFriend'),
  },
];
