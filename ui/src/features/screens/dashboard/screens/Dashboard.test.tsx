import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import type { Order } from '~/api/order/orders';
import type {
  NextBoxBody,
  NextChargeBody,
  OrderDelay,
  ParcelNews,
  PaymentProblem,
  ReferralEarnings,
  WaitingPayment,
} from '~/api/schema.gen';
import { ann } from '~test/accounts';
import { box, dana, jeans, keptBox } from '~test/boxes';
import { feeOfBox, noCharge, purchase } from '~test/charges';
import { openPage } from '~test/openPage';
import { type Answer, holdSession, serve, statusOf } from '~test/server';
import { installStripe, stripeStatus } from '~test/stripe';

const toastOf = (text: string) => screen.findByText(text, { selector: '[data-sonner-toast] *' });

beforeEach(holdSession);

function open(orders: Order[], handlers: Parameters<typeof serve>[0] = {}, path = '/dashboard') {
  const server = serve({ 'GET /account': { body: dana }, 'GET /orders': { body: { orders } }, ...handlers });
  return { ...server, ...openPage(path) };
}

/** A payment that waits for the customer. */
const waiting = (problem: PaymentProblem): WaitingPayment => ({
  problem,
  amount: '20.00',
  by_new_card: false,
  bank_url: problem === 'confirm' ? 'https://bank.example/confirm/1' : null,
  confirm_in_page: false,
});

/** The links and buttons of the current box's tile. */
const actions = (title: string) => {
  const tile = within(screen.getByRole('region', { name: title }));
  return [...tile.queryAllByRole('link'), ...tile.queryAllByRole('button')].map((action) => action.textContent);
};

test.each<[Partial<Order>, string, string[]]>([
  [{ status: 'created' }, 'Your box is scheduled', ['Customize my order', 'Cancel my order']],
  [{ status: 'created', customer_pick_up: true }, 'Your pick-up order is placed', ['View my order', 'Cancel my order']],
  [{ status: 'styled' }, 'Your box is being styled', []],
  [
    { status: 'in_transit_to_customer' },
    'Your box is on its way',
    ['Track my shipment (opens in a new tab)', 'Review and check out'],
  ],
  [{ status: 'in_transit_to_customer', outgoing_shipment: null }, 'Your box is on its way', ['Review and check out']],
  [{ status: 'ready_to_pick_up', customer_pick_up: true }, 'Your box is ready to go', ['Review and check out']],
  [{ status: 'delivered_to_customer' }, 'Time to check out', ['Review and check out', 'Extend checkout']],
  [{ status: 'delivered_to_customer', extended: true }, 'Time to check out', ['Review and check out']],
  [{ status: 'checked_out_by_customer', has_paid_invoice: true }, 'Checkout complete', []],
  [{ status: 'in_transit_to_stylebox', has_paid_invoice: true }, 'Your return is on its way', []],
  [{ status: 'delivered_to_stylebox' }, 'We have received your return', ['Review and check out']],
  [
    {
      status: 'delivered_to_stylebox',
      line_items: [{ ...jeans, claimed_kept: false, written_off: 'lost_on_way_back' }],
    },
    'Your return is closed',
    ['Review and check out'],
  ],
  [{ status: 'payment_processing', extended: true }, 'Time to check out', ['Review and check out']],
  [{ status: 'in_transit_to_stylebox' }, 'Your return is on its way', ['Review and check out']],
  [{ status: 'delivered_to_stylebox', has_paid_invoice: true }, 'We have received your return', []],
  [{ status: 'post_customer_checkout_processing', has_paid_invoice: true }, 'Checkout complete', []],
  [{ status: 'post_system_checkout_processing', has_paid_invoice: true }, 'Checkout complete', []],
  [{ status: 'post_admin_checkout_processing', has_paid_invoice: true }, 'Checkout complete', []],
  [{ status: 'checked_out_by_system', has_paid_invoice: true, customer_pick_up: true }, 'Checkout complete', []],
  [{ status: 'checked_out_by_admin', has_paid_invoice: true, customer_pick_up: true }, 'Checkout complete', []],
  [
    { status: 'delivered_to_customer', customer_pick_up: true },
    'Time to check out',
    ['Review and check out', 'Extend checkout'],
  ],
  [
    { status: 'created', payment: waiting('expired') },
    'Your box is scheduled',
    ['Change payment', 'Customize my order', 'Cancel my order'],
  ],
  [
    { status: 'payment_processing', payment: waiting('confirm') },
    'Time to check out',
    ['Confirm with my bank', 'Change payment'],
  ],
  [
    { payment: waiting('declined') },
    'Time to check out',
    ['Review and check out', 'Extend checkout', 'Change payment'],
  ],
  [
    { status: 'in_transit_to_stylebox', payment: waiting('declined') },
    'Your return is on its way',
    ['Review and check out', 'Change payment'],
  ],
  [{ status: 'completed' }, 'Ready for your next box?', ['Order a box', 'Order a pick-up']],
])('%j: %s', async (change, title, offered) => {
  open([box(change)]);
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(actions(title).toSorted()).toEqual(offered.toSorted());
});

test.each<[Partial<Order>, string]>([
  [
    { status: 'checked_out_by_customer', has_paid_invoice: true, customer_pick_up: true },
    'Bring what you did not keep',
  ],
  [{ status: 'payment_processing' }, 'Your checkout is not finished yet.'],
  [{ status: 'in_transit_to_stylebox' }, 'This box is not checked out yet: what you keep is still to be paid.'],
  [{ status: 'delivered_to_stylebox' }, 'This box is not checked out yet: what you keep is still to be paid.'],
  [
    { payment: waiting('declined') },
    'The payment of your checkout did not go through. Check out again, or change your',
  ],
  [{ checkout_by_date: '2026-11-19' }, 'Please check out now: your time to try on is over.'],
  [{ status: 'created', payment: waiting('expired') }, 'the styling fee is paid: your card has expired.'],
])('%j says: %s', async (change, words) => {
  open([box(change)]);
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
});

/** The screen's heading, which gets the focus if a pressed button disappears. */
const pageHeading = () => screen.getByRole('heading', { level: 1 });

test('a past day is not shown as the day to decide by', async () => {
  open([box({ checkout_by_date: '2026-11-19' })]);
  expect(await screen.findByText(/^Your try-on days ended on/)).toHaveTextContent(
    /^Your try-on days ended on Thursday, November 19$/,
  );
  expect(screen.queryByText(/^Decide by/)).toBeNull();
});

test('a checkout that was declined leads to another card, and back', async () => {
  const { user, path } = open([box({ payment: waiting('declined') })]);
  await user.click(await screen.findByRole('link', { name: 'Change payment' }));
  await waitFor(() => expect(path()).toBe('/change/payment'));
});

describe('the next charge of the box', () => {
  const text = (words: string) => (_: string, element: Element | null) =>
    element?.tagName === 'SPAN' && element.textContent === words;
  const says = async (words: string) => expect(await screen.findByText(text(words))).toBeVisible();

  test.each<[Partial<Order>, NextChargeBody, string]>([
    [
      {},
      purchase(),
      '$322.40 is charged to Visa ending in 4242 on November 25, 12:00 PM CT (6:00 PM your time). What you have not ' +
        'decided by then counts as kept. To pay for less, check out before then and say what goes back.',
    ],
    [
      {},
      purchase({ undecided: 0 }),
      '$322.40 is charged to Visa ending in 4242 on November 25, 12:00 PM CT (6:00 PM your time). To pay for less, ' +
        'check out before then and say what goes back.',
    ],
    [{ status: 'created' }, feeOfBox(), 'Styling fee: $20.00 on Visa ending in 4242, when your box is styled.'],
    [
      { status: 'created', customer_pick_up: true },
      feeOfBox(),
      'Styling fee: $20.00 on Visa ending in 4242, when your box is styled.',
    ],
    [
      { status: 'created', payment: waiting('confirm') },
      feeOfBox({ time: 'confirmed' }),
      'Styling fee: $20.00 on Visa ending in 4242, as soon as you confirm it with your bank.',
    ],
    [
      { status: 'styled' },
      noCharge({ time: 'tried_on', order_id: 'o1' }),
      'Nothing more is charged before you check out, or the try-on days of your box are over.',
    ],
    [
      { checkout_by_date: '2026-11-19' },
      purchase({ time: 'now', on: null, at: null }),
      '$322.40 is charged to Visa ending in 4242 at any moment. What you have not decided counts as kept. To pay for ' +
        'less, check out now and say what goes back.',
    ],
  ])('%j', async (change, next, words) => {
    open([box(change)], { 'GET /account/next_charge': { body: next } });
    await says(words);
  });

  test('shows a message if it cannot be looked up', async () => {
    open([box()], { 'GET /account/next_charge': { status: 503 } });
    expect(await screen.findByText('We can’t look up your next charge right now.')).toBeVisible();
  });

  test('is not shown for a paid box or without a box', async () => {
    const handlers = { 'GET /account/next_charge': { body: noCharge() } };
    const { unmount, to } = open([box({ status: 'checked_out_by_customer', has_paid_invoice: true })], handlers);
    await screen.findByText(/^Return by/);
    await waitFor(() => expect(to('GET /account/next_charge')).not.toHaveLength(0));
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByText(/^Nothing (more )?is charged/)).toBeNull();
    unmount();
    open([box({ status: 'completed' })], handlers);
    await screen.findByText('No box is under way right now.');
    expect(screen.queryByText(/^Nothing (more )?is charged/)).toBeNull();
  });

  test('follows an extended checkout', async () => {
    let next = purchase();
    const extended = box({ extended: true, checkout_by_date: '2026-11-29' });
    const { user } = open([box()], {
      'GET /account/next_charge': () => ({ body: next }),
      'PATCH /orders/o1/extend': () => {
        next = purchase({ on: '2026-11-30', at: '2026-11-30T18:00:00Z' });
        return { body: extended };
      },
    });
    expect(await screen.findByText('November 25, 12:00 PM CT')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Extend checkout' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Extend checkout' }));
    expect(await screen.findByText('November 30, 12:00 PM CT')).toBeVisible();
    await waitFor(() => expect(pageHeading()).toHaveFocus());
  });
});

test('a box that was lost on its way is reported until another one is ordered', async () => {
  const lost = box({ status: 'cancelled' });
  const { unmount } = open([lost, box({ id: 'o0', code: 'SB-0', status: 'completed' })]);
  expect(await screen.findByText(/^We are sorry: this box was lost on its way to you\./)).toBeVisible();
  expect(screen.getByText('Box SB-1 · Lost on its way')).toBeVisible();
  expect(actions('Ready for your next box?')).toEqual(['Order a box', 'Order a pick-up']);
  unmount();
  const next = open([box({ id: 'o2', code: 'SB-2', status: 'created', outgoing_shipment: null }), lost]);
  expect(await screen.findByText('Box SB-2 · Ordered')).toBeVisible();
  next.unmount();
  open([box({ id: 'o2', code: 'SB-2', status: 'completed' }), lost]);
  expect(await screen.findByText('No box is under way right now.')).toBeVisible();
});

test('an empty return says so, and is not called received', async () => {
  const line_items = [{ ...jeans, claimed_kept: false, written_off: 'not_returned' as const }];
  open([box({ status: 'delivered_to_stylebox', has_paid_invoice: true, line_items })]);
  expect(await screen.findByText('Box SB-1 · Return closed')).toBeVisible();
  expect(screen.getByText('What you were sending back did not reach us. You are not charged for it.')).toBeVisible();
  expect(screen.queryByText(/received/)).toBeNull();
});

test('the links to order, change and view a box', async () => {
  const { unmount } = open([box({ status: 'completed' })]);
  expect(await screen.findByRole('link', { name: 'Order a box' })).toHaveAttribute(
    'href',
    '/members/customize/order/order',
  );
  expect(screen.getByRole('link', { name: 'Order a pick-up' })).toHaveAttribute(
    'href',
    '/members/customize/order/new/pickup',
  );
  unmount();
  const shipped = open([box({ status: 'created' })]);
  expect(await screen.findByRole('link', { name: 'Customize my order' })).toHaveAttribute(
    'href',
    '/members/customize/order/o1',
  );
  shipped.unmount();
  open([box({ status: 'created', customer_pick_up: true })]);
  expect(await screen.findByRole('link', { name: 'View my order' })).toHaveAttribute(
    'href',
    '/members/customize/order/o1/pickup',
  );
});

test('a customer is greeted, even on an unknown path', async () => {
  open([box()], {}, '/no/such/path');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Dana' })).toBeVisible();
});

test('the other tiles show together with the box, so that nothing moves down', async () => {
  let answer: (value: { body: unknown }) => void = () => undefined;
  const orders = new Promise<{ body: unknown }>((resolve) => (answer = resolve));
  open([], { 'GET /orders': () => orders });
  const isLink = { name: /Refer a friend/ };
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('heading', { level: 1, name: 'Hello, Dana' })).toBeVisible();
  expect(main.queryByRole('link', isLink)).toBeNull();
  answer({ body: { orders: [box()] } });
  expect(await main.findByRole('link', isLink)).toBeVisible();
});

test('the progress line shows the box’s status', async () => {
  open([box({ status: 'styled' })]);
  const line = await screen.findByRole('list', { name: 'Progress of your box' });
  expect(within(line).getByText('Styled').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(within(line).getByText('Sent').closest('li')).not.toHaveAttribute('aria-current');
});

test('the dates to decide by and to return by are written out', async () => {
  open([box()]);
  expect(await screen.findByText('Tuesday, November 24, 11:59 PM CT')).toBeVisible();
});

test('a late return has two days from today', async () => {
  open([box({ status: 'checked_out_by_system', checkout_by_date: '2026-11-18', has_paid_invoice: true })]);
  expect(await screen.findByText(/^Return by/)).toHaveTextContent('Return by Sunday, November 22, 11:59 PM CT');
});

describe('once a box is checked out', () => {
  const checkedOut = { status: 'checked_out_by_customer', has_paid_invoice: true } as const;

  test.each([
    [true, 'Bring what you did not keep back to the store.'],
    [false, 'Send back what you did not keep, with the prepaid label that came in the box.'],
  ])('the tile says how to return what was not kept (pick-up: %s)', async (customer_pick_up, sentence) => {
    const [first, ...others] = keptBox().line_items;
    const line_items = first ? [{ ...first, claimed_kept: false }, ...others] : [];
    open([box({ ...checkedOut, customer_pick_up, line_items })]);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(/^Return by/)).toBeVisible();
  });

  test.each([true, false])('nothing goes back if everything is kept (pick-up: %s)', async (customer_pick_up) => {
    open([keptBox({ ...checkedOut, customer_pick_up })]);
    expect(await screen.findByText('You keep everything: nothing goes back.')).toBeVisible();
    expect(screen.queryByText(/^Return by/)).toBeNull();
  });

  test('an exchanged garment goes back', async () => {
    const [first, ...others] = keptBox().line_items;
    const line_items = first ? [{ ...first, exchange_size: 'L' }, ...others] : [];
    open([box({ ...checkedOut, line_items })]);
    expect(await screen.findByText(/^Send back what you did not keep/)).toBeVisible();
    const texts = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(texts('This goes back')).toEqual(['Sweater Marlowe · size M, exchanged for L']);
    // The customer keeps the other size.
    expect(texts('Yours to keep')).toEqual([
      'Sweater Marlowe · in size L instead ',
      ...['Skirt', 'Shirt', 'Jeans'].map((name) => `${name} Marlowe `),
    ]);
  });

  test.each([
    ['in_transit_to_stylebox', 'This is on its way back'],
    ['delivered_to_stylebox', 'Not received yet'],
  ] as const)('%s: the missing items are named', async (status, title) => {
    const [first, second, ...others] = keptBox().line_items;
    if (!first || !second) throw new Error('A box has items.');
    const returned = { claimed_kept: false, exchange_size: null };
    const line_items = [{ ...first, ...returned, received: true }, { ...second, ...returned }, ...others];
    open([box({ ...checkedOut, status, line_items })]);
    const region = within(await screen.findByRole('region', { name: title }));
    expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Skirt Marlowe · M']);
  });

  test('before the checkout no return is mentioned', async () => {
    const [first, ...others] = keptBox().line_items;
    open([box({ line_items: first ? [{ ...first, claimed_kept: false }, ...others] : [] })]);
    expect(await screen.findByRole('heading', { level: 2, name: 'Time to check out' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'This goes back' })).toBeNull();
  });
});

test('the tracking link leads to the carrier’s page', async () => {
  open([box({ status: 'in_transit_to_customer' })]);
  const link = await screen.findByRole('link', { name: /Track/ });
  expect(link).toHaveAttribute('href', 'https://carrier.example/94001');
  expect(screen.queryByText(/carrier has your box/i)).toBeNull();
});

describe('a parcel whose location the carrier reports', () => {
  const shipment = (parcel: Omit<ParcelNews, 'place' | 'seen_at'> & Partial<ParcelNews>) => ({
    tracking_code: '94001',
    tracking_page: 'https://carrier.example/94001',
    parcel: { place: null, seen_at: null, ...parcel },
  });

  test('the tile says where the box is', async () => {
    const seen = { place: 'Memphis, TN', seen_at: '2026-11-24T21:15:00Z' };
    const outgoing_shipment = shipment({ way: 'to_customer', status: 'moving', ...seen });
    open([box({ status: 'in_transit_to_customer', outgoing_shipment })]);
    expect(await screen.findByText(/^The carrier has your box. Last seen in Memphis, TN on/)).toHaveTextContent(
      'The carrier has your box. Last seen in Memphis, TN on Tuesday, November 24, 3:15 PM Central Time.',
    );
    // The only link to the carrier's page is the tile's button.
    expect(screen.getAllByRole('link', { name: /Track/ })).toHaveLength(1);
  });

  const back = (status: Order['status'], parcel: ParcelNews['status']) => {
    const items = keptBox().line_items.map((item, place) => ({ ...item, claimed_kept: place > 0 }));
    const return_shipment = shipment({ way: 'back', status: parcel });
    return box({ status, has_paid_invoice: true, line_items: items, return_shipment });
  };

  test('after the checkout the tile says once how to return the rest', async () => {
    open([back('post_customer_checkout_processing', 'unknown')]);
    expect(await screen.findByText(/^Send back what you did not keep, with the prepaid label/)).toBeVisible();
    expect(screen.queryByText(/prepaid return label is/)).toBeNull();
    expect(screen.queryByRole('link', { name: /Track/ })).toBeNull();
  });

  test('the tile says once that a return has arrived', async () => {
    open([back('delivered_to_stylebox', 'delivered')]);
    expect(await screen.findByText(/^What you sent back has arrived/)).toBeVisible();
    expect(screen.queryByText(/Your return has reached us/)).toBeNull();
  });

  test('the tile says where the return is', async () => {
    open([back('in_transit_to_stylebox', 'moving')]);
    expect(await screen.findByText(/^The carrier has your return\./)).toBeVisible();
    expect(screen.getByRole('link', { name: /Track/ })).toHaveAttribute('href', 'https://carrier.example/94001');
  });

  test('a customer who keeps everything reads nothing about a return', async () => {
    const kept = keptBox({ status: 'post_customer_checkout_processing', has_paid_invoice: true });
    open([{ ...kept, return_shipment: shipment({ way: 'back', status: 'unknown' }) }]);
    expect(await screen.findByText('You keep everything: nothing goes back.')).toBeVisible();
    expect(screen.queryByText(/prepaid return label is/)).toBeNull();
  });
});

describe('a box that is late', () => {
  const late = (delay: Partial<OrderDelay> = {}): OrderDelay => ({
    is_late: false,
    waits_for_customer: false,
    moved_from: '2026-11-17',
    answer_by: null,
    ...delay,
  });
  const days = { ship_by_date: '2026-11-28', expected_delivery_date: '2026-11-28', delivery_date: null };

  test('says that it comes later, and offers the same actions', async () => {
    open([box({ status: 'created', ...days, delay: late() })]);
    expect(await screen.findByText(/We are sorry: it could not leave in time/)).toBeVisible();
    expect(screen.getByText(/Arriving/)).toHaveTextContent('Arriving Saturday, November 28');
    expect(actions('Your box is scheduled').toSorted()).toEqual(['Cancel my order', 'Customize my order']);
  });

  test('names no day while it has none', async () => {
    open([box({ status: 'styled', ...days, delay: late({ is_late: true, moved_from: null }) })]);
    expect(await screen.findByText(/Was planned for/)).toHaveTextContent('Was planned for Saturday, November 28');
    expect(screen.queryByText(/Arriving/)).toBeNull();
    expect(screen.getByText(/We will email you what happens next/)).toBeVisible();
  });

  test('can be kept with one press until the day that is named', async () => {
    const asked = box({ status: 'styled', ...days, delay: late({ answer_by: '2026-11-27' }) });
    const { to, user } = open([asked], { 'POST /orders/o1/keep': { body: { ...asked, delay: late() } } });
    expect(await screen.findByText(/Please answer by/)).toHaveTextContent('Please answer by Friday, November 27');
    expect(screen.getByText(/the styling fee that you paid is refunded/)).toBeVisible();
    expect(actions('Your box is being styled').toSorted()).toEqual(['Cancel my order', 'Keep my order']);
    await user.click(screen.getByRole('button', { name: 'Keep my order' }));
    expect(await screen.findByText('Thank you. We will keep your order.')).toBeVisible();
    expect(to('POST /orders/o1/keep')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Keep my order' })).toBeNull();
    expect(pageHeading()).toHaveFocus();
  });

  test('can be cancelled too, even after it was styled', async () => {
    const asked = box({ status: 'ready_to_ship', ...days, delay: late({ answer_by: '2026-11-27' }) });
    const { to, user } = open([asked], {
      'POST /orders/o1/cancel': { body: { ...asked, status: 'cancelled', delay: null } },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
    await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    expect(await screen.findByText('Your current order has been successfully canceled.')).toBeVisible();
    expect(to('POST /orders/o1/cancel')).toHaveLength(1);
  });

  test('is loaded again if it was cancelled meanwhile', async () => {
    const asked = box({ status: 'created', ...days, delay: late({ answer_by: '2026-11-27' }) });
    const { to, user } = open([asked], {
      'POST /orders/o1/keep': { status: 409, body: { errors: { not_now: 'This box can no longer be changed.' } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Keep my order' }));
    expect(await toastOf('This box can no longer be changed.')).toBeVisible();
    await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
    act(() => void toast.dismiss());
    expect(screen.getByRole('button', { name: 'Keep my order' })).toHaveAccessibleDescription(
      'This box can no longer be changed.',
    );
  });
});

test('an order is cancelled after a confirmation', async () => {
  const cancelled = box({ status: 'cancelled', outgoing_shipment: null });
  const { user, to } = open([box({ status: 'created' })], { 'POST /orders/o1/cancel': { body: cancelled } });
  await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
  const prompt = await screen.findByRole('dialog', { name: 'Are you sure you want to cancel this order?' });
  await user.click(within(prompt).getByRole('button', { name: 'No, keep my order' }));
  expect(to('POST /orders/o1/cancel')).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'Cancel my order' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Your current order has been successfully canceled.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Ready for your next box?' })).toBeVisible();
  await waitFor(() => expect(pageHeading()).toHaveFocus());
});

test('an order that another tab has cancelled is loaded again', async () => {
  let orders = [box({ status: 'created' })];
  const { user } = open(orders, {
    'GET /orders': () => ({ body: { orders } }),
    'POST /orders/o1/cancel': () => {
      orders = [box({ status: 'cancelled', outgoing_shipment: null })];
      return { status: 409, body: { errors: { order_not_cancellable: 'This order can no longer be cancelled.' } } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('This order can no longer be cancelled.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Ready for your next box?' })).toBeVisible();
});

test('an order that could not be cancelled says so at the button until the next try', async () => {
  const answers: Answer[] = [{ status: 503, body: { errors: { unavailable: 'Please come back later.' } } }];
  const { user } = open([box({ status: 'created' })], {
    'POST /orders/o1/cancel': () => answers.shift() ?? { body: box({ status: 'cancelled', outgoing_shipment: null }) },
  });
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  };
  await press();
  expect(await toastOf('Please come back later.')).toBeVisible();
  act(() => void toast.dismiss());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Cancel my order' })).toHaveAccessibleDescription(
    'Please come back later.',
  );
  await press();
  expect(await screen.findByRole('heading', { level: 2, name: 'Ready for your next box?' })).toBeVisible();
});

test('the dialog shows the new date of an extended checkout', async () => {
  const extended = box({ extended: true, checkout_by_date: '2026-11-29' });
  const { user } = open([box()], { 'PATCH /orders/o1/extend': { body: extended } });
  await user.click(await screen.findByRole('button', { name: 'Extend checkout' }));
  const prompt = await screen.findByRole('dialog');
  expect(within(prompt).getByText('Sunday, November 29, 11:59 PM CT')).toBeVisible();
  await user.click(within(prompt).getByRole('button', { name: 'Extend checkout' }));
  expect(await screen.findByText('Your checkout has been extended by 5 days.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Extend checkout' })).toBeNull());
  expect(screen.getByText('Sunday, November 29, 11:59 PM CT')).toBeVisible();
});

test('a checkout that cannot be extended says so, and the order is loaded again', async () => {
  const { user, to } = open([box()], { 'PATCH /orders/o1/extend': { status: 422, body: { error: 'no' } } });
  await user.click(await screen.findByRole('button', { name: 'Extend checkout' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Extend checkout' }));
  const why = 'Could not extend checkout. Please try again or contact customer support.';
  expect(await toastOf(why)).toBeVisible();
  await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
  act(() => void toast.dismiss());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Extend checkout' })).toHaveAccessibleDescription(why);
});

test('a customer without an order goes on with the sign-up', async () => {
  open([], { 'GET /account': { body: { ...ann, style_profile_complete: true } } });
  expect(await screen.findByRole('heading', { level: 2, name: 'Let us get to know you' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/members/quiz/delivery');
});

test('a customer who has answered everything is not told about open questions', async () => {
  const answered = { ...ann, style_profile_complete: true, subscription_type_selected: true };
  open([], { 'GET /account': { body: answered } });
  expect(await screen.findByRole('heading', { level: 2, name: 'One step to your first box' })).toBeVisible();
  expect(screen.getByText('All your answers are here. What is left is your card.')).toBeVisible();
  expect(screen.queryByText(/A few questions/)).toBeNull();
});

test('a customer who has had a box and has no card reads about the next box, not the first', async () => {
  const answered = { ...ann, style_profile_complete: true, subscription_type_selected: true };
  open([box({ status: 'completed' })], { 'GET /account': { body: answered } });
  expect(await screen.findByRole('heading', { level: 2, name: 'One step to your next box' })).toBeVisible();
  expect(screen.queryByText('Your first box')).toBeNull();
});

test('a customer with a card and no box is asked for the day', async () => {
  open([], { 'GET /account': { body: dana } });
  expect(await screen.findByRole('heading', { level: 2, name: 'Choose the day of your first box' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/members/quiz/delivery');
});

test('in demo mode the customer can move the box on, and reads the result', async () => {
  let order = box({ status: 'styled' });
  const { user } = open([], {
    'GET /status': { body: statusOf({ demo: { customers: [] } }) },
    'GET /orders': () => ({ body: { orders: [order] } }),
    'POST /demo/advance': () => {
      order = { ...order, status: 'ready_to_ship' };
      return { body: order };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Demo: move my box on' }));
  expect(await screen.findByText('Box SB-1 is now: Ready to ship.')).toBeVisible();
});

test('a box that cannot be moved on in demo mode says so below the button', async () => {
  const { user } = open([box({ status: 'styled' })], {
    'GET /status': { body: statusOf({ demo: { customers: [] } }) },
    'POST /demo/advance': { status: 409, body: { errors: { nothing_to_move: 'No box is under way.' } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Demo: move my box on' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Demo: move my box on' })).toHaveAccessibleDescription(
      'No box is under way.',
    ),
  );
});

test.each([
  ['12/30', null],
  ['10/26', 'Your credit card has expired. Please update your payment method by clicking this link.'],
  ['12/26', 'Your credit card is expiring soon. Please update your payment method by clicking this link.'],
])('a card that ends in %s', async (cc_expiration, message) => {
  // It is November 20, 2026: the end of December is 41 days ahead.
  open([box()], { 'GET /account': { body: { ...dana, cc_expiration } } });
  await screen.findByRole('heading', { level: 2, name: 'Time to check out' });
  if (message === null) expect(screen.queryByText(/^Your credit card/)).toBeNull();
  else expect(screen.getByRole('link', { name: message })).toHaveAttribute('href', '/members/change/payment');
});

test('a box that waits for another card says so, and leads to the form for it', async () => {
  open(
    [
      box({
        status: 'created',
        payment: { problem: 'declined', amount: '20.00', by_new_card: true, bank_url: null, confirm_in_page: false },
      }),
    ],
    {
      'GET /account/next_charge': {
        body: feeOfBox({ time: 'tried_again', on: '2026-11-21', at: '2026-11-21T15:00:00Z' }),
      },
    },
  );
  expect(await screen.findByText(/^Styling fee/)).toHaveTextContent(
    'Styling fee: $20.00. We try again to charge it to Visa ending in 4242 from November 21, 9:00 AM CT (3:00 PM your time).',
  );
  expect(await screen.findByRole('link', { name: 'Change payment' })).toHaveAttribute(
    'href',
    '/members/change/payment',
  );
});

test('a styling fee that the bank wants confirmed leads to the bank, and is paid once it is confirmed', async () => {
  const bank = 'https://bank.example/confirm/1';
  const waits = box({
    status: 'created',
    payment: { problem: 'confirm', amount: '1.00', by_new_card: true, bank_url: bank, confirm_in_page: false },
  });
  let order = waits;
  const { to } = open([waits], { 'POST /orders/o1/payment_check': () => ({ body: order }) });
  expect(await screen.findByRole('link', { name: 'Confirm with my bank' })).toHaveAttribute('href', bank);
  expect(screen.getByText(/your bank wants you to confirm it/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change payment' })).toBeVisible();
  await waitFor(() => expect(to('POST /orders/o1/payment_check')).toHaveLength(1));
  order = box({ status: 'styling' });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByRole('heading', { level: 2, name: 'Your box is being styled' })).toBeVisible();
});

test('with a gateway that confirms in the page, the tile opens the bank’s window, and the fee is paid once it is confirmed', async () => {
  const stripe = installStripe();
  const waits = box({ status: 'created', payment: { ...waiting('confirm'), bank_url: null, confirm_in_page: true } });
  let order = waits;
  const { to, user } = open([waits], {
    'GET /status': { body: stripeStatus },
    'POST /orders/o1/payment_check': () => ({ body: order }),
    'POST /orders/o1/payment_confirmation': { body: { client_secret: 'pi_1_secret_2' } },
  });
  const confirm = await screen.findByRole('button', { name: 'Confirm with my bank' });
  await waitFor(() => expect(to('POST /orders/o1/payment_check')).toHaveLength(1));
  expect(stripe.asked).toEqual([]);
  stripe.bank = () => 'closed';
  await user.click(confirm);
  expect(await screen.findByRole('alert')).toHaveTextContent('It is not confirmed yet, and nothing was charged.');
  stripe.bank = () => {
    order = box({ status: 'styling' });
    return 'confirmed';
  };
  await user.click(confirm);
  expect(await screen.findByRole('heading', { level: 2, name: 'Your box is being styled' })).toBeVisible();
  expect(stripe.asked).toEqual(['pi_1', 'pi_1']);
});

test('the other tiles lead on, and show how complete the style profile is', async () => {
  const stats = {
    about: { completion_percentage: 100 },
    size_and_fit: { completion_percentage: 72 },
    style: { completion_percentage: 0 },
    shipping: { completion_percentage: 0 },
  };
  open([box()], {
    'GET /style_profiles/current': { body: { id: 'p', name: 'Style Profile', data: { responses: {}, stats } } },
  });
  const profile = await screen.findByRole('link', { name: /^Style profile.*Size & Fit ?: 72% complete/ });
  expect(profile).toHaveAttribute('href', '/members/styleprofile');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: /^Refer a friend/ })).toHaveAttribute('href', '/members/refer/friend');
  expect(main.getByRole('link', { name: /^Your orders/ })).toHaveAttribute('href', '/members/orderhistory');
  expect(main.getByRole('link', { name: /^Account/ })).toHaveAttribute('href', '/members/account/management');
  expect(main.getByRole('link', { name: /^Subscription/ })).toHaveAttribute('href', '/members/manage/subscription');
  expect(within(main.getAllByRole('list').at(-1) ?? main.getByRole('list')).getAllByRole('listitem')).toHaveLength(5);
});

describe('a tile whose data could not be loaded', () => {
  const stats = {
    about: { completion_percentage: 100 },
    size_and_fit: { completion_percentage: 72 },
    style: { completion_percentage: 0 },
    shipping: { completion_percentage: 0 },
  };
  const profile = { id: 'p', name: 'Style Profile', data: { responses: {}, stats } };

  test('says so, and can be tried again', async () => {
    let isDown = true;
    const { user } = open([box()], {
      'GET /style_profiles/current': () => (isDown ? { status: 503 } : { body: profile }),
      'GET /account/next_charge': { body: noCharge() },
      'GET /referrals?limit=1': { body: { earnings: { earned: 0, usable: 0, use_before: null } } },
    });
    expect(await screen.findByText('We can’t look up how complete it is right now. Nothing is lost.')).toBeVisible();
    // The tile is still a link.
    expect(screen.getByRole('link', { name: /^Style profile.*a little every day/ })).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /^Style profile.*Size & Fit ?: 72% complete/ })).toBeVisible();
    expect(screen.queryByText(/^We can’t look up/)).toBeNull();
    expect(pageHeading()).toHaveFocus();
  });

  test('has no message of its own if the box could not be loaded either, and loads with it', async () => {
    let isDown = true;
    const { user } = open([], {
      'GET /orders': () => (isDown ? { status: 503 } : { body: { orders: [box()] } }),
      'GET /style_profiles/current': () => (isDown ? { status: 503 } : { body: profile }),
    });
    expect(await screen.findByText(/^We can’t look up your box/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: /^Style profile.*a little every day/ })).toBeVisible());
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /^Style profile.*Size & Fit ?: 72% complete/ })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 2, name: 'Time to check out' })).toBeVisible();
  });
});

describe('the tile for friends', () => {
  const earned = (earnings: ReferralEarnings) => ({ 'GET /referrals?limit=1': { body: { earnings } } });

  test('has the link, and copies it', async () => {
    const { user } = open([box()], {
      ...earned({ earned: 0, usable: 0, use_before: null }),
      'GET /account': { body: { ...dana, referral_code: 'DANA42' } },
    });
    const link = 'http://localhost/members/register?referral=DANA42';
    expect(await screen.findByRole('textbox', { name: 'Your link' })).toHaveValue(link);
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(screen.getByText('Copied')).toBeVisible();
    expect(await screen.findByText('You have earned no reward yet.')).toBeVisible();
  });

  test.each<[ReferralEarnings, string]>([
    [
      { earned: 1, usable: 1, use_before: '2027-11-10' },
      'You have earned one reward of 20% so far. Use it before November 10, 2027.',
    ],
    [
      { earned: 3, usable: 2, use_before: '2027-11-10' },
      'You have earned 3 rewards of 20% so far. You can still use 2. Use the next one before November 10, 2027.',
    ],
    [{ earned: 2, usable: 0, use_before: null }, 'You have earned 2 rewards of 20% so far.'],
  ])('says what was earned: %j', async (earnings, words) => {
    open([box()], earned(earnings));
    const text = await screen.findByText(/^You have earned/);
    expect(text.textContent?.trim()).toBe(words);
  });
});

describe('the tile of the subscription', () => {
  const nextBox: NextBoxBody = {
    date: '2027-01-14',
    told_on: '2026-12-31',
    ordered_on: '2027-01-07',
    change_by: '2027-01-06',
    comes_on: '2027-01-15',
    has_address: true,
    skip: { offered: true, skipped: false, falls_out: '2027-01-15', one_after: '2027-03-15' },
  };
  const planned = (next: NextBoxBody) =>
    feeOfBox({ amount: '20.00', on: '2027-01-07', order_id: null, box: next, card: null, has_consent: false });
  const tile = () => screen.findByRole('link', { name: /^Subscription/ });

  test('says how often boxes come, when the next one comes, what it costs, and until when it can be skipped', async () => {
    open([box({ status: 'completed' })], { 'GET /account/next_charge': { body: planned(nextBox) } });
    expect(await tile()).toHaveTextContent("Keep 'em comin (Every other month)");
    expect(await screen.findByText(/^Next box/)).toHaveTextContent('Next box January 15, 2027, styling fee $20.00');
    expect(await tile()).toHaveTextContent('Skip it by January 6, 11:59 PM CT');
  });

  test('says that a box is skipped', async () => {
    const skip = { ...nextBox.skip, offered: false, skipped: true };
    open([box({ status: 'completed' })], { 'GET /account/next_charge': { body: planned({ ...nextBox, skip }) } });
    expect(await screen.findByText('One box is skipped')).toBeVisible();
    expect(screen.queryByText(/Skip it by/)).toBeNull();
  });

  test('is only a link without its data, and for a customer who never chose', async () => {
    open([box({ status: 'completed' })], { 'GET /account': { body: { ...dana, subscription_type: null } } });
    expect(await tile()).toHaveTextContent('Choose how often boxes come.');
    expect(screen.queryByText(/^Next box/)).toBeNull();
  });
});

test('the members’ menu leads to the account', async () => {
  open([box()]);
  const menu = within(await screen.findByRole('navigation', { name: 'Members' }));
  expect(menu.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/members/account/management');
});

test('outside demo mode there is no demo bar', async () => {
  open([box()]);
  await screen.findByRole('heading', { level: 2, name: 'Time to check out' });
  expect(screen.queryByRole('button', { name: /Demo/ })).toBeNull();
});

test.each(['ready_to_pick_up', 'ready_for_customer_pick_up'] as const)(
  'a box that waits at a store (%s) says where, when the store is open, and how long it waits',
  async (status) => {
    const store = {
      id: 'L01',
      name: 'Edina Galleria',
      address_line_1: '3510 Galleria',
      address_city: 'Edina',
      address_state: 'MN',
      address_postal_code: '55435',
      opening_hours: [{ days: 'Monday to Saturday', hours: '10am to 8pm' }],
    };
    open([box({ status, customer_pick_up: true, assigned_location: store, checkout_by_date: null })]);
    const shown = within(await screen.findByRole('region', { name: 'Your store' }));
    expect(shown.getByText(/^Edina Galleria/)).toHaveTextContent('Edina Galleria3510 GalleriaEdina, MN 55435');
    expect(shown.getByText('Monday to Saturday').nextSibling).toHaveTextContent('10am to 8pm');
    expect(shown.getByRole('link', { name: /^Show it on a map/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/search?query=3510%20Galleria%2C%20Edina%2C%20MN%2055435',
    );
    expect(screen.getByText(/^It waits for you at the store until you come/)).toBeVisible();
  },
);
