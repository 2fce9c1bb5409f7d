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
  return_closed: returns,
};
