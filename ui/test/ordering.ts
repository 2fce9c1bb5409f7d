import type { Order } from '~/api/order/orders';
import type { Account } from '~/api/schema.gen';
import type { Responses } from '~/core';
import { box, dana } from './boxes';
import { answered, serveQuiz } from './quiz';
import type { Call, Handlers } from './server';
import { offered } from './themeBoxes';

/** The body of `GET /credit_card`: Dana's card, which by default expires in December 2028. */
export const cardOnFile = (expiration = '12/28') => ({
  data: {
    card_info: { brand: 'Visa', credit_card_number: '************4242', expiration, last_four: '4242' },
    cardholder: {
      name: 'Dana Lee',
      street_address1: '118 Nicollet Mall',
      street_address2: null,
      city: 'Minneapolis',
      state: 'MN',
      zip_code: '55401',
      country: 'US',
      phone: '6125550100',
    },
  },
});

/** The last box of a customer who may order. */
export const done = box({ id: 'o0', code: 'SB-0', status: 'completed', has_paid_invoice: true });

/** An order before its styling, for a Tuesday. */
export const created = (change: Partial<Order> = {}): Order =>
  box({
    status: 'created',
    ship_by_date: '2026-12-01',
    expected_delivery_date: '2026-12-01',
    delivery_date: null,
    checkout_by_date: null,
    outgoing_shipment: null,
    invoices: [],
    outfits: [],
    line_items: [],
    stylist_note: null,
    ...change,
  });

interface OrderingOptions {
  account?: Partial<Account>;
  orders?: Order[];
  responses?: Responses;
  more?: Handlers;
}

/** A server on Friday, November 20, 2026, at 9 AM in Chicago, with a customer who may order. It stores the new order. */
export function serveOrdering({
  account = {},
  orders = [done],
  responses = answered,
  more = {},
}: OrderingOptions = {}) {
  let known = orders;
  const made = ({ body }: Call) => {
    const { order } = body as { order: Partial<Order> };
    const stored = created({ id: 'o2', code: 'SB-2', ...order });
    known = [stored, ...known];
    return { status: 201, body: stored };
  };
  const changed = ({ body }: Call) => {
    const { order } = body as { order: Partial<Order> };
    known = known.map((one) => (one.id === 'o1' ? { ...one, ...order } : one));
    return { body: known.find(({ id }) => id === 'o1') };
  };
  return serveQuiz({
    account: { ...dana, first_timer: false, ...account },
    responses,
    more: {
      'GET /orders': () => ({ body: { orders: known } }),
      'GET /account/next_box_note': { body: { line_item_ids: [], note: null } },
      'GET /credit_card': { body: cardOnFile() },
      'GET /current_themeboxes': offered,
      'POST /orders': made,
      'PATCH /orders/o1': changed,
      ...more,
    },
  });
}
