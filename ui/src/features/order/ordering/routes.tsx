import type { Screen } from '~/components/layout/screen';
import { brand } from '~/core';
import { paths } from '~/paths';

const order = () => import('./screens/Order');
const choice = () => import('./screens/OrderChoice');

const screen = (path: string, verb: string, load = order): Screen => ({
  path,
  get title() {
    return `${verb} a ${brand().product}`;
  },
  layout: 'member',
  load,
});

/** `:step` is the id of the order to change. */
export const screens: Screen[] = [
  screen(paths.orderBox, 'Order'),
  screen(paths.changeOrder(':step'), 'Change'),
  screen(paths.orderPickup, 'Pick up'),
  screen(paths.orderChosenPickup, 'Pick up'),
  screen(paths.changePickup(':step'), 'Pick up'),
  screen(paths.orderChoice, 'Order', choice),
];
