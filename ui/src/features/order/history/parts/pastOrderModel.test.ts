import { box, jeans, shirt, skirt, sweater } from '~test/boxes';
import { cancelled, completed } from '~test/history';
import { contentsOf, hasTotals, isAwaited, stageOf } from './pastOrderModel';

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test('the contents show once an order is checked out, or is in a history', () => {
  expect(stageOf(completed())).toBe('contents');
  expect(stageOf(cancelled())).toBe('contents');
  expect(stageOf(box({ status: 'delivered_to_customer', has_paid_invoice: true }))).toBe('contents');
});

test('an order that staff have stopped is not under way', () => {
  expect(stageOf(box({ status: 'in_transit_to_customer' }))).toBe('under way');
  expect(stageOf(box({ status: 'fraud' }))).toBe('stopped');
});

test('there are sums only of items that the customer has seen', () => {
  expect(hasTotals(completed())).toBe(true);
  expect(hasTotals(completed({ line_items: [] }))).toBe(false);
  expect(hasTotals(box({ status: 'in_transit_to_customer' }))).toBe(false);
  const { line_items } = completed();
  const { outgoing_shipment } = box();
  expect(hasTotals(cancelled({ line_items }))).toBe(true);
  // A box was lost if its order was canceled after the box had a tracking code.
  expect(hasTotals(cancelled({ line_items, outgoing_shipment }))).toBe(false);
});

test('bought are the kept and the exchanged items, the kept first', () => {
  const { bought, back, returned } = contentsOf(completed());
  expect(idsOf(bought)).toEqual([sweater.id, skirt.id, shirt.id]);
  expect(back).toBeNull();
  expect(idsOf(returned)).toEqual([jeans.id]);
});

test('an item that has not come back goes back, and is not called returned', () => {
  const line_items = completed().line_items.map((item) => ({ ...item, received: item.id === shirt.id }));
  const order = completed({ status: 'post_customer_checkout_processing', line_items });
  const { back, returned } = contentsOf(order);
  expect(back?.pieces.map(({ id }) => id)).toEqual([jeans.id]);
  expect(returned).toEqual([]);
  expect([isAwaited(order), isAwaited(completed())]).toEqual([true, false]);
});
