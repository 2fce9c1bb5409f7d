import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [paths.themeBox, paths.orderThemeBox].map((path) => ({
  path,
  title: 'Theme boxes',
  layout: 'either',
  load: () => import('./screens/ThemeBoxes'),
}));
