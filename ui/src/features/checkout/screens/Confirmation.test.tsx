import { act, screen, waitFor, within } from '@testing-library/react';
import { box, dana, fullInvoice, keptBox } from '~test/boxes';
import { openPage } from '~test/openPage';
import { type Call, holdSession, serve } from '~test/server';

beforeEach(holdSession);

const paidBox = keptBox({ status: 'checked_out_by_customer', has_paid_invoice: true });
const handlers = (more: Parameters<typeof serve>[0]): Parameters<typeof serve>[0] => ({
  'GET /account': { body: dana },
  'GET /orders': { body: { orders: [keptBox()] } },
  'GET /orders/o1/invoices/current': { body: fullInvoice() },
  ...more,
});

async function open(more: Parameters<typeof serve>[0] = {}) {
  const server = serve(handlers(more));
  const page = openPage('/checkout/confirmation');
  await screen.findByText('Total due');
  return { ...server, ...page };
}

const buy = () => screen.getByRole('button', { name: 'Complete Purchase' });
const checkouts = 'POST /invoices/i1/checkout';
const key = (call: Call | undefined) => call?.headers.get('Idempotency-Key');
const row = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;

test('the server’s invoice is shown', async () => {
  await open();
  expect(row('Subtotal')).toBe('$364.00');
  expect(row('Multi-item discount')).toBe('-$36.40');
  expect(row('Discount Hello25')).toBe('-$25.00');
  expect(row('Total before tax')).toBe('$302.60');
  expect(row('Tax')).toBe('$20.80');
  expect(row('Total with tax')).toBe('$323.40');
  expect(row('Styling fee credit')).toBe('-$1.00');
  expect(row('Gift card')).toBe('$0.00');
  expect(row('Total due')).toBe('$322.40');
  expect(screen.queryByText('Retail delivery fee')).toBeNull();
});

test('a delivery fee is shown if there is one', async () => {
  await open({
    'GET /orders/o1/invoices/current': { body: fullInvoice({ precheckout_ship_tax2_amount_estimate: '0.28' }) },
  });
  expect(row('Retail delivery fee')).toBe('$0.28');
});

test('an unknown code shows the server’s message under its field', async () => {
  const { user } = await open({
    'GET /orders/o1/invoices/current': { body: fullInvoice({ coupon: null }) },
    'POST /invoices/i1/coupons': {
      status: 422,
      body: { errors: { PROMO_CODE_NOT_RECOGNIZED: 'We do not know this code.' } },
    },
  });
  await user.type(screen.getByLabelText('Discount code'), 'SPRING');
  await user.click(screen.getByRole('button', { name: 'Apply discount code' }));
  expect(await screen.findByText('We do not know this code.')).toBeVisible();
  expect(screen.getByLabelText('Discount code')).toHaveAccessibleDescription('We do not know this code.');
  expect(screen.getByLabelText('Gift card')).toBeValid();
});

test('a coupon can be applied and removed', async () => {
  const without = fullInvoice({ coupon: null, discount_amount: '0.00', totalDue: '349.12' });
  const { user, to } = await open({
    'GET /orders/o1/invoices/current': { body: without },
    'POST /invoices/i1/coupons': { body: fullInvoice() },
    'DELETE /invoices/i1/coupons': { body: without },
  });
  expect(row('Total due')).toBe('$349.12');
  await user.type(screen.getByLabelText('Discount code'), 'Hello25{Enter}');
  await waitFor(() => expect(row('Total due')).toBe('$322.40'));
  expect(to('POST /invoices/i1/coupons')[0]?.body).toEqual({ code: 'Hello25' });
  await user.click(screen.getByRole('button', { name: 'Remove discount code' }));
  await waitFor(() => expect(row('Total due')).toBe('$349.12'));
});

test('an unknown gift card shows a message under its field; a known one shows its balance', async () => {
  let answer: object = { status: 404, body: { errors: { not_found: 'There is no such gift card.' } } };
  const { user } = await open({ 'POST /invoices/i1/gift_cards': () => answer });
  await user.type(screen.getByLabelText('Gift card'), '6000{Enter}');
  expect(await screen.findByText('There is no such gift card.')).toBeVisible();
  answer = { body: fullInvoice({ gift_card: { SMART_CARD_NUM: '6001', AVAILABLE: '50.00' }, totalDue: '272.40' }) };
  await user.type(screen.getByLabelText('Gift card'), '1{Enter}');
  expect(await screen.findByText(/ending in 6001, \$50\.00 on it/)).toBeVisible();
  expect(row('Total due')).toBe('$272.40');
});

test('the purchase is sent once with the shown total, and leads to the thanks', async () => {
  const { user, to, path } = await open({ [checkouts]: { body: fullInvoice({ status: 'paid' }) } });
  await user.dblClick(buy());
  await waitFor(() => expect(path()).toBe('/checkout/success'));
  expect(to(checkouts)).toHaveLength(1);
  expect(to(checkouts)[0]?.body).toEqual({ expected_total_due: '322.40' });
  expect(key(to(checkouts)[0])).toMatch(/^[0-9a-f]{32}$/);
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('stylebox.draft.'))).toEqual([]);
});

test('a pick-up has its own thanks', async () => {
  const { user, path } = await open({
    'GET /orders': { body: { orders: [keptBox({ customer_pick_up: true })] } },
    [checkouts]: { body: fullInvoice({ status: 'paid' }) },
  });
  await user.click(buy());
  await waitFor(() => expect(path()).toBe('/checkout/success-drtg'));
});

test('after a decline the customer can buy again, with a new key', async () => {
  const { user, to } = await open({
    [checkouts]: { status: 402, body: { errors: { payment_declined: 'Your card was declined.' } } },
  });
  await user.click(buy());
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(2));
  expect(key(to(checkouts)[1])).not.toBe(key(to(checkouts)[0]));
});

test('a changed total is shown before the customer agrees to it', async () => {
  let invoice = fullInvoice();
  const { user, to } = await open({
    'GET /orders/o1/invoices/current': () => ({ body: invoice }),
    [checkouts]: () => {
      invoice = fullInvoice({ totalDue: '347.40' });
      return { status: 409, body: { errors: { invoice_changed: 'Your total has changed.' } } };
    },
  });
  await user.click(buy());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your total has changed.');
  expect(alert).toHaveTextContent('Your total is now $347.40.');
  expect(row('Total due')).toBe('$347.40');
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)[1]?.body).toEqual({ expected_total_due: '347.40' }));
});

test('while the bank is asked there is no button; its answer leads on', async () => {
  let invoice = fullInvoice({ status: 'processing' });
  const { user, path, client } = await open({
    'GET /orders/o1/invoices/current': () => ({ body: invoice }),
    'GET /orders': { body: { orders: [keptBox({ status: 'payment_processing' })] } },
    [checkouts]: { status: 202, body: invoice },
  });
  expect(screen.getByText('We are checking with your bank')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  invoice = fullInvoice({ status: 'paid' });
  await act(() => client.refetchQueries({ queryKey: ['invoice'] }));
  await waitFor(() => expect(path()).toBe('/checkout/success'));
  expect(user).toBeDefined();
});

test('an unknown result removes the button', async () => {
  const { user, to } = await open({ [checkouts]: { status: 202, body: fullInvoice({ status: 'processing' }) } });
  await user.click(buy());
  expect(await screen.findByText('We are checking with your bank')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  expect(to(checkouts)).toHaveLength(1);
});

test('after a lost answer the same key is sent again, even after a reload', async () => {
  const lost = () => Promise.reject(new TypeError('the connection broke'));
  const first = await open({ [checkouts]: lost });
  await first.user.click(buy());
  expect(await screen.findByRole('alert')).toBeVisible();
  first.unmount();

  const second = await open({ [checkouts]: { body: fullInvoice({ status: 'paid' }) } });
  await second.user.click(buy());
  await waitFor(() => expect(second.path()).toBe('/checkout/success'));
  expect(key(second.to(checkouts)[0])).toBe(key(first.to(checkouts)[0]));
});

test('another address can be given only for an exchange, and is checked', async () => {
  const exchanged = fullInvoice();
  exchanged.invoice_line_items = exchanged.invoice_line_items.map((line) => ({ ...line, exchange_size: 'L' }));
  const { user, to } = await open({
    'GET /orders/o1/invoices/current': { body: exchanged },
    [checkouts]: { status: 402, body: { errors: { payment_declined: 'No.' } } },
  });
  expect(screen.getByText('118 Nicollet Mall, Minneapolis, MN 55401')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await user.type(screen.getByLabelText(/^Address line 1/), '1 Main St');
  await user.type(screen.getByLabelText(/^City/), 'Duluth');
  await user.type(screen.getByLabelText(/^State/), 'XX');
  await user.type(screen.getByLabelText(/^ZIP code/), '55802');
  await user.type(screen.getByLabelText(/^Cell phone/), '2185550100');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByText('Invalid state')).toBeVisible();
  await user.clear(screen.getByLabelText(/^State/));
  await user.type(screen.getByLabelText(/^State/), 'MN');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByText('1 Main St, Duluth, MN 55802')).toBeVisible();
  await user.click(buy());
  await waitFor(() =>
    expect(to(checkouts)[0]?.body).toMatchObject({ exchange_address: { line_1: '1 Main St', city: 'Duluth' } }),
  );
});

test('an exchange to another address keeps the address and the key over a reload', async () => {
  const invoice = fullInvoice();
  const [first, ...others] = invoice.invoice_line_items;
  const exchanged = { ...invoice, invoice_line_items: [{ ...first, exchange_size: 'L' }, ...others] };
  const answers = { 'GET /orders/o1/invoices/current': { body: exchanged }, [checkouts]: { status: 503 } };
  const before = await open(answers);
  await before.user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await before.user.type(screen.getByLabelText(/^Address line 1/), '1 Main St');
  await before.user.type(screen.getByLabelText(/^City/), 'Duluth');
  await before.user.type(screen.getByLabelText(/^State/), 'MN');
  await before.user.type(screen.getByLabelText(/^ZIP code/), '55802');
  await before.user.type(screen.getByLabelText(/^Cell phone/), '2185550100');
  await before.user.click(screen.getByRole('button', { name: 'Use this address' }));
  await before.user.click(buy());
  await waitFor(() => expect(before.to(checkouts)).toHaveLength(1));
  before.unmount();

  const after = await open(answers);
  expect(screen.getByText('1 Main St, Duluth, MN 55802')).toBeVisible();
  await after.user.click(buy());
  await waitFor(() => expect(after.to(checkouts)).toHaveLength(1));
  expect(after.to(checkouts)[0]?.body).toEqual(before.to(checkouts)[0]?.body);
  expect(key(after.to(checkouts)[0])).toBe(key(before.to(checkouts)[0]));
});

test('without an exchange no address can be given', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Send it somewhere else' })).toBeNull();
});

test('a box with undecided items cannot be bought', async () => {
  const { user, to } = await open({
    'GET /orders': { body: { orders: [box()] } },
    'GET /orders/o1/invoices/current': { body: fullInvoice({ undecided: 2 }) },
  });
  await user.click(buy());
  expect(screen.getByRole('link', { name: 'Go back to your choices' })).toBeVisible();
  expect(to(checkouts)).toHaveLength(0);
});

describe('the thanks', () => {
  async function thank(path = '/checkout/success', more: Parameters<typeof serve>[0] = {}) {
    const server = serve(handlers({ 'GET /orders': { body: { orders: [paidBox] } }, ...more }));
    const page = openPage(path);
    await screen.findByRole('heading', { level: 2, name: 'Leave a Review' });
    return { ...server, ...page };
  }
  const stars = () => within(screen.getByRole('radiogroup', { name: 'Rate your stylist' }));

  test('say how returns go by mail, and by when', async () => {
    await thank();
    expect(screen.getByRole('heading', { level: 1, name: 'Thank you for checking out!' })).toBeVisible();
    expect(screen.getByText(/prepaid return envelope/)).toHaveTextContent('postmarked by Tuesday, November 24.');
  });

  test('say how returns go to the store', async () => {
    await thank('/checkout/success-drtg');
    expect(screen.getByText(/to the store where you picked your box up/)).toBeVisible();
    expect(screen.getByText(/tag Marlowe/)).toBeVisible();
  });

  test('without a review the button leads to the dashboard and sends nothing', async () => {
    const { user, to, path } = await thank();
    expect(stars().getByText('N/A')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go To Dashboard' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(to('PATCH /orders/o1')).toHaveLength(0);
  });

  test('a rating or text is sent as a review', async () => {
    const { user, to, path } = await thank('/checkout/success', { 'PATCH /orders/o1': { body: paidBox } });
    await user.click(stars().getByRole('radio', { name: '4 stars' }));
    expect(stars().getByText('4 of 5')).toBeVisible();
    await user.type(screen.getByLabelText('Your review'), 'Lovely');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(to('PATCH /orders/o1')[0]?.body).toEqual({ order: { order_review: 'Lovely', review_rating: 4 } });
  });

  test('a review that cannot be saved does not stop the customer', async () => {
    const { user, path } = await thank('/checkout/success', {
      'PATCH /orders/o1': { status: 500, body: { error: 'Broken' } },
    });
    await user.type(screen.getByLabelText('Your review'), 'Lovely');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(screen.queryByText('Broken')).toBeNull();
  });
});
