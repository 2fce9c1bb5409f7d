import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.catalog,
    title: 'From our catalog',
    layout: 'entry',
    load: () => import('./screens/Catalog'),
    prerendered: { unless: [] },
  },
];
