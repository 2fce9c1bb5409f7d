import type { Screen } from '~/components/layout/screen';
import { paths } from '~/paths';

export const screens: Screen[] = [
  {
    path: paths.quiz(':step'),
    title: 'Style quiz',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/QuizStep'),
  },
  {
    path: paths.stylist,
    title: 'Your stylist',
    layout: 'onboarding',
    worksOffline: true,
    load: () => import('./screens/Stylist'),
  },
];
