import hanger from '~/assets/boxes/hanger.svg';
import open from '~/assets/boxes/open.svg';
import parcel from '~/assets/boxes/parcel.svg';
import rail from '~/assets/boxes/rail.svg';
import returns from '~/assets/boxes/returns.svg';
import van from '~/assets/boxes/van.svg';
import type { TileKind } from '~/core';

/** The picture of each kind of tile. */
export const pictures: Record<TileKind, string> = {
  order_a_box: hanger,
  scheduled: parcel,
  placed: parcel,
  being_styled: rail,
  on_its_way: van,
  ready_to_go: parcel,
  time_to_check_out: open,
  checkout_complete: returns,
  return_shipped: van,
  return_received: returns,
};

/** The step that each kind of tile belongs to; null if there is no box. */
const places: Record<TileKind, number | null> = {
  order_a_box: null,
  scheduled: 0,
  placed: 0,
  being_styled: 1,
  on_its_way: 2,
  ready_to_go: 2,
  time_to_check_out: 3,
  checkout_complete: 4,
  return_shipped: 5,
  return_received: 5,
};

/** The names of a box's steps, and which one is current. */
export function boxSteps(kind: TileKind, pickUp: boolean): { steps: string[]; current: number } | null {
  const current = places[kind];
  if (current === null) return null;
  return { steps: ['Ordered', 'Styled', pickUp ? 'Ready' : 'Sent', 'Try-on', 'Bought', 'Returned'], current };
}
