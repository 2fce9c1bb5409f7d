import type { QueryClient } from '@tanstack/react-query';
import { type Order, ordersQuery } from '~/api/order/orders';
import { changeOrder, placeOrder } from '~/api/order/placeOrder';
import { changedTwice, changesOf, newOrder, type WantedBox } from './choices';

/** Another tab changed the same fields of the order meanwhile. Nothing was sent. */
export class ChangedTwice extends Error {
  constructor(
    readonly fields: readonly string[],
    readonly latest: Order,
  ) {
    super();
  }
}

interface Before {
  /** Null for a new order. */
  order: Order | null;
  /** The earlier values of the touched fields, as JSON. */
  known: string | null;
}

/** Orders the box, or changes the order. Returns the saved order; null if there was nothing to change. */
export async function saveOrder(client: QueryClient, { order, known }: Before, box: WantedBox): Promise<Order | null> {
  if (order === null) return placeOrder(client, newOrder(box));
  const changes = changesOf(order, box);
  if (Object.keys(changes).length === 0) return null;
  const orders = await client.fetchQuery({ ...ordersQuery, staleTime: 0, meta: { quiet: true } });
  const latest = orders.find(({ id }) => id === order.id);
  if (latest) {
    const twice = changedTwice(changes, known, order, latest);
    if (twice.length > 0) throw new ChangedTwice(twice, latest);
  }
  return changeOrder(client, order.id, changes);
}
