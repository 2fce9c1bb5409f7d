import { currentOrder, type LineItem, type Order, wasLost } from '~/api/order/orders';
import { wayBackOf } from '~/components/returns/GoingBack';
import { lineItemIsDueBack } from '~/core';
import { itemsOf, previousIds, purchaseIds } from '../api';

/** What the screen of an order shows: its contents, or why it shows none. */
export type Stage =
  /** The outcome of the items is known, because the order is in one of the histories or was checked out. */
  | 'contents'
  /** Staff have stopped the order: it is finished, and in neither history. */
  | 'stopped'
  | 'under way';

export function stageOf(order: Order): Stage {
  const isListed = previousIds([order]).length > 0 || purchaseIds([order]).length > 0;
  if (order.has_paid_invoice || isListed) return 'contents';
  return currentOrder([order]) === null ? 'stopped' : 'under way';
}

/** Whether the sums of what was bought are shown. The customer has never seen the items of a lost box. */
export const hasTotals = (order: Order): boolean =>
  order.line_items.length > 0 && stageOf(order) === 'contents' && !wasLost(order);

/** Whether an item of the order still has to come back. */
export const isAwaited = ({ line_items: items }: Order): boolean =>
  items.some(({ claimed_kept, exchange_size, received, written_off }) =>
    lineItemIsDueBack({ claimed_kept, exchange_size, received, written_off }),
  );

/** The items of an order by their outcome. Items that have not come back are `back`, and do not count as returned. */
export function contentsOf(order: Order) {
  const { kept, exchanged, returned } = itemsOf(order);
  const back = wayBackOf(order);
  const isDue = ({ id }: LineItem) => back?.pieces.some((piece) => piece.id === id) ?? false;
  return { bought: [...kept, ...exchanged], back, returned: returned.filter((item) => !isDue(item)) };
}
