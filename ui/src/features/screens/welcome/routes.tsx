import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.welcome,
    title: 'Welcome',
    layout: 'entry',
    load: () => import('./screens/Welcome'),
    prerendered: { unless: [] },
  },
];
