import type { Screen } from '~/components/screen';

export const screens: Screen[] = [];
