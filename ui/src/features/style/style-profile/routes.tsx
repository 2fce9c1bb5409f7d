import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.styleProfile,
    title: 'Style profile',
    layout: 'member',
    load: () => import('./screens/StyleProfile'),
  },
  {
    path: paths.editProfile(':section'),
    title: 'Edit your profile',
    layout: 'member',
    load: () => import('./screens/EditProfile'),
  },
];
