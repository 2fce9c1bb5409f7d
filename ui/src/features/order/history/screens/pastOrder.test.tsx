import { screen, within } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import type { OrderDetail } from '~/api/schema.gen';
import { box } from '~test/boxes';
import { cancelled, completed, openHistory } from '~test/history';
import { type Handlers, holdSession } from '~test/server';

/** The refund of an exchange for which no money goes back. */
const nothingBack = { card_back: '0.00', gift_card_back: '0.00' };

beforeEach(holdSession);

describe('an order', () => {
  const detail = (order: Order, more: Partial<OrderDetail> = {}): OrderDetail => ({
    ...order,
    payments: [],
    charged: null,
    return: null,
    exchanges: [],
    ...more,
  });
  const read = (order: Order, more?: Partial<OrderDetail>): Handlers => ({
    'GET /orders/o1': { body: detail(order, more) },
  });
  const row = (label: string | RegExp) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;

  test('groups bought and returned items, with its sums', async () => {
    openHistory('/orderhistory/o1', read(completed()));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Your Order' })).toBeVisible();
    const bought = within(await screen.findByRole('group', { name: /^Bought/ }));
    expect(
      bought.getAllByRole('listitem').map(({ textContent }) => /Sweater|Skirt|Shirt|Jeans/.exec(textContent)?.[0]),
    ).toEqual(['Sweater', 'Skirt', 'Shirt']);
    expect(bought.getByText('Exchanged for size L')).toBeVisible();
    const returned = within(screen.getByRole('group', { name: /^Returned/ }));
    expect(returned.getByText('Jeans')).toBeVisible();
    // Three items: 89 + 98 + 69, and no discount.
    expect([row('Subtotal'), row('Discount'), row('Total')]).toEqual(['$256.00', '$0.00', '$256.00']);
    expect(row('Delivered')).toBe('November 19, 2026');
    expect(screen.getByText('Box SB-1 · Completed')).toBeVisible();
  });

  test('names what must still be returned, with the old size of an exchange, and does not call it returned', async () => {
    const [kept, , exchanged, returned] = completed().line_items;
    if (!kept || !exchanged || !returned) throw new Error('A box has items.');
    const line_items = [kept, { ...exchanged, received: false }, { ...returned, received: false }];
    openHistory('/orderhistory/o1', read(completed({ status: 'post_customer_checkout_processing', line_items })));
    const back = within(await screen.findByRole('region', { name: 'This goes back' }));
    expect(back.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Shirt Marlowe · size M, exchanged for L',
      'Jeans Marlowe · M',
    ]);
    expect(screen.queryByRole('group', { name: /^Returned/ })).toBeNull();
  });

  test('with four bought items names the discount', async () => {
    const all = completed().line_items.map((line) => ({ ...line, paid_for: true }));
    openHistory('/orderhistory/o1', read(completed({ line_items: all })));
    await screen.findByRole('group', { name: /^Bought/ });
    // 89 + 98 + 69 + 108 = 364, less a tenth (spec B, section 5).
    expect([row('Subtotal'), row('Discount STYLEBOX10'), row('Total')]).toEqual(['$364.00', '-$36.40', '$327.60']);
    expect(screen.queryByRole('group', { name: /^Returned/ })).toBeNull();
  });

  test('shows every line between the total and the charge', async () => {
    const charged = {
      original_subtotal: '192.00',
      multi_item_discount: '0.00',
      discount_amount: '0.00',
      coupon_code: null,
      total_before_tax: '192.00',
      tax: '13.20',
      shipping_tax: '0.00',
      total_with_tax: '205.20',
      credit_amount: '20.00',
      gift_card_amount: '0.00',
      forgiven: '0.00',
      total_due: '185.20',
    };
    openHistory('/orderhistory/o1', read(completed(), { charged }));
    const sums = within(await screen.findByRole('region', { name: 'Total of what you bought' }));
    expect(
      sums.getAllByRole('term').map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]),
    ).toEqual([
      ['Subtotal', '$192.00'],
      ['Discount', '$0.00'],
      ['Total', '$192.00'],
      ['Tax', '$13.20'],
      ['Styling fee credit', '-$20.00'],
      ['Charged to your card', '$185.20'],
    ]);
  });

  test('shows what was waived, so that the lines add up to the charge', async () => {
    const charged = {
      original_subtotal: '80.00',
      multi_item_discount: '0.00',
      discount_amount: '0.00',
      coupon_code: null,
      total_before_tax: '80.00',
      tax: '5.50',
      shipping_tax: '0.00',
      total_with_tax: '85.50',
      credit_amount: '0.00',
      gift_card_amount: '85.20',
      forgiven: '0.30',
      total_due: '0.00',
    };
    openHistory('/orderhistory/o1', read(completed(), { charged }));
    const sums = within(await screen.findByRole('region', { name: 'Total of what you bought' }));
    expect(
      sums.getAllByRole('term').map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]),
    ).toEqual([
      ['Subtotal', '$80.00'],
      ['Discount', '$0.00'],
      ['Total', '$80.00'],
      ['Tax', '$5.50'],
      ['Gift card', '-$85.20'],
      ['Forgiven: too little to charge', '-$0.30'],
      ['Charged to your card', '$0.00'],
    ]);
  });

  test('of a late box names no day on which it comes', async () => {
    const late = box({ status: 'in_transit_to_customer', delivery_date: null, expected_delivery_date: '2026-11-19' });
    openHistory('/orderhistory/o1', read(late));
    expect(await screen.findByText('Was expected', { selector: 'dt' })).toBeVisible();
    expect(screen.queryByText('Expected', { selector: 'dt' })).toBeNull();
  });

  test('says what was charged and refunded, when, and on which card', async () => {
    const card = { brand: 'Visa', last_four: '4242' };
    openHistory(
      '/orderhistory/o1',
      read(completed(), {
        payments: [
          { kind: 'styling_fee', amount: '20.00', at: '2026-11-12T15:00:00Z', card },
          { kind: 'gift_card', amount: '50.00', at: '2026-11-24T05:30:00Z', card: null },
          { kind: 'purchase', amount: '273.60', at: '2026-11-24T05:30:00Z', card },
          { kind: 'refund', amount: '69.00', at: '2026-12-02T15:00:00Z', card: { brand: 'Visa', last_four: '1881' } },
        ],
      }),
    );
    const payments = within(await screen.findByRole('region', { name: 'What was charged' }));
    const terms = payments.getAllByRole('term');
    // On the evening of the 23rd in Chicago it was the 24th in UTC.
    expect(terms.map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent])).toEqual([
      ['Styling feeNovember 12, 2026 · Visa ending in 4242', '$20.00'],
      ['Gift cardNovember 23, 2026', '$50.00'],
      ['PurchaseNovember 23, 2026 · Visa ending in 4242', '$273.60'],
      ['RefundDecember 2, 2026 · Visa ending in 1881', '-$69.00'],
    ]);
  });

  test.each<[OrderDetail['return'], (string | null)[]]>([
    [
      { due_on: '2026-11-24', sent_at: null, received_at: null, is_refunded: false, refunded: null },
      ['Not yet. Please send it by Tuesday, November 24, 11:59 PM CT', 'Not yet', null],
    ],
    [
      { due_on: null, sent_at: '2026-11-25T15:00:00Z', received_at: null, is_refunded: true, refunded: null },
      ['November 25, 2026', 'Not yet', 'Nothing so far'],
    ],
    [
      {
        due_on: null,
        sent_at: '2026-11-25T15:00:00Z',
        received_at: '2026-11-30T15:00:00Z',
        is_refunded: true,
        refunded: '69.00',
      },
      ['November 25, 2026', 'November 30, 2026', '$69.00'],
    ],
    [
      { due_on: null, sent_at: null, received_at: '2026-11-30T15:00:00Z', is_refunded: false, refunded: null },
      ['Yes', 'November 30, 2026', null],
    ],
  ])('shows the steps of its return, and a refund only if a returned item was paid for: %j', async (back, words) => {
    const line_items = completed().line_items.map((item) => ({ ...item, received: back?.received_at !== null }));
    openHistory('/orderhistory/o1', read(completed({ line_items }), { return: back }));
    const way = within(await screen.findByRole('region', { name: 'Your return' }));
    const shown = words[2] === null ? ['Sent', 'Received'] : ['Sent', 'Received', 'Refunded'];
    expect(way.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(shown);
    expect(shown.map((name) => row(name) ?? '')).toEqual(
      words.filter((text) => text !== null).map((text) => expect.stringContaining(text)),
    );
  });

  test.each([
    ['lost_on_way_back', 'Returned – lost on its way back'],
    ['not_returned', 'Not returned'],
  ] as const)('names the outcome of an item that will not come back: %s', async (written_off, words) => {
    const back = {
      due_on: null,
      sent_at: '2026-11-25T15:00:00Z',
      received_at: null,
      is_refunded: false,
      refunded: null,
    };
    const [kept, , , returned] = completed().line_items;
    if (!kept || !returned) throw new Error('A box has items.');
    const line_items = [
      { ...kept, written_off: 'not_returned' as const },
      { ...returned, received: false, written_off },
    ];
    openHistory('/orderhistory/o1', read(completed({ line_items }), { return: back }));
    expect(within(await screen.findByRole('group', { name: /^Returned/ })).getByText(words)).toBeVisible();
    // An item that was bought after all has no such note.
    expect(within(screen.getByRole('group', { name: /^Bought/ })).queryByText('Not returned')).toBeNull();
    expect([row('Sent'), row('Received')]).toEqual(['November 25, 2026', 'Nothing came']);
  });

  test('asks a customer who picked it up to bring the returns back', async () => {
    const back = { due_on: '2026-11-24', sent_at: null, received_at: null, is_refunded: false, refunded: null };
    openHistory('/orderhistory/o1', read(completed({ customer_pick_up: true }), { return: back }));
    await screen.findByRole('region', { name: 'Your return' });
    expect(row('Brought back')).toContain(
      'Not yet. Bring what goes back to the store where you picked your box up. Please do so by Tuesday, November 24,',
    );
    expect(screen.queryByText('Sent', { selector: 'dt' })).toBeNull();
  });

  test('shows the outcome of its exchanges', async () => {
    const exchange = {
      line_item_id: 'l3',
      size: 'L',
      tracking_code: null,
      shipment: null,
      closed_at: null,
      ...nothingBack,
    } as const;
    openHistory(
      '/orderhistory/o1',
      read(completed(), {
        exchanges: [
          { ...exchange, status: 'held' },
          {
            ...exchange,
            line_item_id: 'l1',
            status: 'shipped',
            closed_at: '2026-11-27T15:00:00Z',
            tracking_code: '94002',
            shipment: { tracking_code: '94002', tracking_page: 'https://carrier.example/94002', parcel: null },
          },
          {
            ...exchange,
            line_item_id: 'l2',
            status: 'sold_out',
            closed_at: '2026-11-28T15:00:00Z',
            card_back: '60.00',
            gift_card_back: '0.00',
          },
        ],
      }),
    );
    const exchanges = within(await screen.findByRole('region', { name: 'Your exchanges' }));
    expect(row('Shirt')).toBe('Size LIt is on hold for you, and will be sent soon.');
    expect(row('Sweater')).toContain('Sent on November 27, 2026.');
    expect(exchanges.getByRole('link', { name: /^Track my shipment/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/94002$/),
    );
    expect(row('Skirt')).toContain('Sold out on November 28, 2026. Refund: $60.00 to your card.');
  });

  test.each([
    ['0.00', '0.00', 'Neither your card nor a gift card had paid anything for it.'],
    ['0.00', '12.50', 'Refund: $12.50 to your gift card.'],
    ['47.50', '12.50', 'Refund: $47.50 to your card, and $12.50 to your gift card.'],
  ])('says what is refunded for a sold-out size: %s and %s', async (card_back, gift_card_back, words) => {
    const exchange = { line_item_id: 'l3', size: 'L', tracking_code: null, shipment: null } as const;
    const closed_at = '2026-11-28T15:00:00Z';
    openHistory(
      '/orderhistory/o1',
      read(completed(), { exchanges: [{ ...exchange, status: 'sold_out', closed_at, card_back, gift_card_back }] }),
    );
    await screen.findByRole('region', { name: 'Your exchanges' });
    expect(row('Shirt')).toContain(`Sold out on November 28, 2026. ${words}`);
  });

  /** Items; the jeans must still be returned. */
  const awaited = completed().line_items.map((piece) => (piece.claimed_kept ? piece : { ...piece, received: false }));

  test('says where its parcels are', async () => {
    const parcel = { place: null, seen_at: null };
    const shipment = (code: string) => ({ tracking_code: code, tracking_page: `https://carrier.example/${code}` });
    const exchange = {
      line_item_id: 'l3',
      size: 'L',
      status: 'shipped',
      closed_at: null,
      tracking_code: '2',
      ...nothingBack,
    } as const;
    const order = completed({
      status: 'post_customer_checkout_processing',
      line_items: awaited,
      return_shipment: { ...shipment('1'), parcel: { ...parcel, way: 'back', status: 'moving' } },
    });
    openHistory(
      '/orderhistory/o1',
      read(order, {
        return: {
          due_on: '2026-12-10',
          sent_at: '2026-11-27T15:00:00Z',
          received_at: null,
          is_refunded: false,
          refunded: null,
        },
        exchanges: [
          { ...exchange, shipment: { ...shipment('2'), parcel: { ...parcel, way: 'exchange', status: 'delivered' } } },
        ],
      }),
    );
    const back = within(await screen.findByRole('region', { name: 'Your return' }));
    expect(back.getByText(/^The carrier has your return\./)).toBeVisible();
    expect(back.getByRole('link', { name: /^Track/ })).toHaveAttribute('href', 'https://carrier.example/1');
    const exchanges = within(screen.getByRole('region', { name: 'Your exchanges' }));
    expect(exchanges.getByText('The carrier has delivered your exchange.')).toBeVisible();
    expect(exchanges.getAllByRole('link', { name: /^Track/ })).toHaveLength(1);
  });

  test('says once whether a return has arrived', async () => {
    const label = (status: 'unknown' | 'delivered') => ({
      tracking_code: '1',
      tracking_page: 'https://carrier.example/1',
      parcel: { way: 'back' as const, status, place: null, seen_at: null },
    });
    const back = { due_on: '2026-12-10', sent_at: '2026-11-27T15:00:00Z', is_refunded: false, refunded: null };
    const open = (status: 'unknown' | 'delivered', received_at: string | null) =>
      openHistory(
        '/orderhistory/o1',
        read(completed({ status: 'delivered_to_stylebox', line_items: awaited, return_shipment: label(status) }), {
          return: { ...back, received_at },
        }),
      );
    const region = async () => within(await screen.findByRole('region', { name: 'Your return' }));
    const { unmount } = open('delivered', null);
    expect((await region()).getByText(/^Your return has reached us/)).toBeVisible();
    expect((await region()).queryByText('Not yet')).toBeNull();
    unmount();
    open('unknown', '2026-11-28T15:00:00Z');
    expect((await region()).queryByText(/prepaid return label is/)).toBeNull();
  });

  test('that is under way says where its box is', async () => {
    const outgoing_shipment = {
      tracking_code: '1',
      tracking_page: 'https://carrier.example/1',
      parcel: { way: 'to_customer', status: 'out_for_delivery', place: 'Minneapolis, MN', seen_at: null },
    } as const;
    openHistory(
      '/orderhistory/o1',
      read(box({ status: 'in_transit_to_customer', delivery_date: null, outgoing_shipment })),
    );
    expect(await screen.findByText(/^Your box is out for delivery\. Last seen in Minneapolis, MN\./)).toBeVisible();
  });

  test('that was lost says that its exchange was not sent', async () => {
    const exchange = {
      line_item_id: 'l3',
      size: 'L',
      tracking_code: null,
      shipment: null,
      closed_at: '2026-12-02T15:00:00Z',
      ...nothingBack,
    };
    const lost = box({ status: 'cancelled', delivery_date: null });
    openHistory('/orderhistory/o1', read(lost, { exchanges: [{ ...exchange, status: 'cancelled' }] }));
    await screen.findByRole('region', { name: 'Your exchanges' });
    expect(row('Shirt')).toBe('Size LIt was not sent, because the box was lost on its way.');
  });

  test('without payments, a return or exchanges has no such parts', async () => {
    openHistory('/orderhistory/o1', read(cancelled()));
    await screen.findByText('Nothing was sent with this order.');
    for (const name of ['What was charged', 'Your return', 'Your exchanges']) {
      expect(screen.queryByRole('region', { name })).toBeNull();
    }
  });

  test('that was lost on its way says so, and shows no items', async () => {
    const lost = box({ status: 'cancelled', delivery_date: null });
    openHistory('/orderhistory/o1', read(lost));
    expect(await screen.findByText('Box SB-1 · Lost on its way')).toBeVisible();
    expect(
      screen.getByText(/It costs you nothing: everything you paid for it is refunded, including the styling fee\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('group')).toBeNull();
    expect(screen.queryByText('Subtotal')).toBeNull();
  });

  test('that was cancelled has no sums', async () => {
    openHistory('/orderhistory/o1', read(cancelled()));
    expect(await screen.findByText('Nothing was sent with this order.')).toBeVisible();
    expect(screen.queryByText('Subtotal')).toBeNull();
    expect(row('Was expected')).toBe('November 19, 2026');
  });

  test('that is under way says so and shows none of its items', async () => {
    openHistory('/orderhistory/o1', read(box()));
    expect(await screen.findByText(/^This box is still under way/)).toBeVisible();
    expect(screen.queryByText('Sweater')).toBeNull();
    expect(screen.queryByText('Subtotal')).toBeNull();
  });

  test('that was stopped says so, and is not under way', async () => {
    openHistory('/orderhistory/o1', read(box({ status: 'fraud', delivery_date: null })));
    expect(await screen.findByText(/^This order was stopped\. Nothing more is charged for it/)).toBeVisible();
    expect(screen.queryByText(/under way/)).toBeNull();
    expect(screen.queryByText('Subtotal')).toBeNull();
    expect(row('Was expected')).toBe('November 19, 2026');
  });

  test('of a pick-up names the store', async () => {
    const store = {
      id: 'L01',
      name: 'Edina Galleria',
      address_line_1: '3510 Marlowe Lane',
      address_city: 'Edina',
      address_state: 'MN',
      address_postal_code: '55435',
      opening_hours: [],
    };
    openHistory('/orderhistory/o1', read(completed({ customer_pick_up: true, assigned_location: store })));
    expect(await screen.findByText(/^Pick-up at Edina Galleria/)).toBeVisible();
    expect(row('Picked up')).toBe('November 19, 2026');
  });

  test('that is unknown or another customer’s says so, with a way back', async () => {
    const { path } = openHistory('/orderhistory/o2', {
      'GET /orders/o2': { status: 404, body: { errors: { not_found: 'There is no such order.' } } },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'We can’t find this order' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your orders' })).toHaveAttribute('href', '/members/orderhistory');
    expect(screen.queryByText('There is no such order.')).toBeNull();
    expect(path()).toBe('/orderhistory/o2');
  });

  test('that could not be loaded can be tried again', async () => {
    let answer: object = { status: 503, body: { error: 'Busy' } };
    const { user } = openHistory('/orderhistory/o1', { 'GET /orders/o1': () => answer });
    answer = await screen.findByText(/^We can’t look up this order/).then(() => ({ body: detail(completed()) }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: /^Bought/ })).toBeVisible();
  });
});
