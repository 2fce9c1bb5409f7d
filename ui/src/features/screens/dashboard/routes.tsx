import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

/** The dashboard, which unknown paths show too. */
export const home: Screen = {
  path: paths.dashboard,
  title: 'Dashboard',
  layout: 'member',
  load: () => import('./screens/Dashboard'),
};

export const screens: Screen[] = [home];
