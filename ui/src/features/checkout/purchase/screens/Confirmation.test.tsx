import { act, screen, waitFor, within } from '@testing-library/react';
import { box, fullInvoice, keptBox } from '~test/boxes';
import { buy, checkouts, handlers, key, openConfirmation, row } from '~test/checkout';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

test('the server’s invoice is shown', async () => {
  await openConfirmation();
  expect(row('Subtotal')).toBe('$364.00');
  expect(row('Discount STYLEBOX10')).toBe('-$36.40');
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
  await openConfirmation({
    'GET /orders/o1/invoices/current': { body: fullInvoice({ precheckout_ship_tax2_amount_estimate: '0.28' }) },
  });
  expect(row('Retail delivery fee')).toBe('$0.28');
});

test('the purchase is sent once with the shown total, and leads to the confirmation', async () => {
  const { user, to, path } = await openConfirmation({ [checkouts]: { body: fullInvoice({ status: 'paid' }) } });
  await user.dblClick(buy());
  await waitFor(() => expect(path()).toBe('/checkout/success'));
  expect(to(checkouts)).toHaveLength(1);
  expect(to(checkouts)[0]?.body).toEqual({ expected_total_due: '322.40', expected_gift_card_amount: '0.00' });
  expect(key(to(checkouts)[0])).toMatch(/^[0-9a-f]{32}$/);
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('stylebox.draft.'))).toEqual([]);
});

test('what was typed for a purchase is forgotten once it is paid, also by another tab', async () => {
  const invoice = fullInvoice({ coupon: null });
  const [first, ...others] = invoice.invoice_line_items;
  const exchanged = { ...invoice, invoice_line_items: [{ ...first, exchange_size: 'L' }, ...others] };
  let isPaid = false;
  const { user, path, client } = await openConfirmation({
    'GET /orders/o1/invoices/current': () => ({ body: isPaid ? { ...exchanged, status: 'paid' } : exchanged }),
  });
  const kept = () => Object.keys(sessionStorage).filter((name) => name.startsWith('stylebox.draft.'));
  await user.type(screen.getByLabelText('Discount code'), 'SPRING');
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await user.type(await screen.findByLabelText(/^Address line 1/), '1 Main St');
  await waitFor(() => expect(kept()).toHaveLength(3));
  isPaid = true;
  await act(() => client.refetchQueries({ queryKey: ['invoice', 'o1'] }));
  await waitFor(() => expect(path()).toBe('/checkout/success'));
  expect(kept()).toEqual([]);
});

test('a pick-up has its own confirmation', async () => {
  const { user, path } = await openConfirmation({
    'GET /orders': { body: { orders: [keptBox({ customer_pick_up: true })] } },
    [checkouts]: { body: fullInvoice({ status: 'paid' }) },
  });
  await user.click(buy());
  await waitFor(() => expect(path()).toBe('/checkout/success-drtg'));
});

test('after a decline the customer can buy again, with a new key', async () => {
  const { user, to } = await openConfirmation({
    [checkouts]: { status: 402, body: { errors: { payment_declined: 'Your card was declined.' } } },
  });
  await user.click(buy());
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
  // At the button, and as a toast.
  expect(screen.getAllByText('Your card was declined.')).toHaveLength(2);
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(2));
  expect(key(to(checkouts)[1])).not.toBe(key(to(checkouts)[0]));
});

test('a changed total is shown before the customer agrees to it', async () => {
  let invoice = fullInvoice();
  const { user, to } = await openConfirmation({
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
  const agreed = { expected_total_due: '347.40', expected_gift_card_amount: '0.00' };
  await waitFor(() => expect(to(checkouts)[1]?.body).toEqual(agreed));
});

test('if the gift card would pay more than was shown, the customer sees that before they agree to it', async () => {
  let invoice = fullInvoice({ totalDue: '0.00', totalGiftCardAmountUsed: '320.00' });
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': () => ({ body: invoice }),
    [checkouts]: () => {
      invoice = fullInvoice({ totalDue: '0.00', totalGiftCardAmountUsed: '325.00' });
      return { status: 409, body: { errors: { invoice_changed: 'Your total has changed.' } } };
    },
  });
  await user.click(buy());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your gift card now pays $325.00.');
  expect(alert).not.toHaveTextContent('Your total is now');
  await user.click(buy());
  const agreed = { expected_total_due: '0.00', expected_gift_card_amount: '325.00' };
  await waitFor(() => expect(to(checkouts)[1]?.body).toEqual(agreed));
});

test('after a lost answer the same key is sent again, even after a reload', async () => {
  const lost = () => Promise.reject(new TypeError('the connection broke'));
  const first = await openConfirmation({ [checkouts]: lost });
  await first.user.click(buy());
  expect(await screen.findByRole('alert')).toBeVisible();
  first.unmount();

  const second = await openConfirmation({ [checkouts]: { body: fullInvoice({ status: 'paid' }) } });
  await second.user.click(buy());
  await waitFor(() => expect(second.path()).toBe('/checkout/success'));
  expect(key(second.to(checkouts)[0])).toBe(key(first.to(checkouts)[0]));
});

test('the charged card is shown, with a link to change it that leads back', async () => {
  await openConfirmation();
  const payment = within(screen.getByRole('region', { name: 'Payment' }));
  expect(await payment.findByText(/Visa ending in 4242/)).toBeVisible();
  expect(payment.getByRole('link', { name: 'Change payment' })).toHaveAttribute(
    'href',
    '/members/change/payment?redirectTo=/checkout/confirmation',
  );
  expect(screen.getByText('Your card on file is charged $322.40, once.')).toBeVisible();
});

test('without a card one can be added', async () => {
  await openConfirmation({ 'GET /credit_card': { status: 404 } });
  expect(await screen.findByRole('link', { name: 'Add payment' })).toHaveAttribute(
    'href',
    '/members/change/payment?redirectTo=/checkout/confirmation',
  );
});

test('if nothing is due, no charge is mentioned', async () => {
  await openConfirmation({ 'GET /orders/o1/invoices/current': { body: fullInvoice({ totalDue: '0.00' }) } });
  expect(screen.getByText('Nothing is due: your card is not charged.')).toBeVisible();
  expect(screen.queryByText(/is charged/)).toBeNull();
});

test.each([
  ['not_to_be_checked_out', 409],
  ['undecided', 422],
  ['exchange_size_unavailable', 422],
])('after %s the orders are loaded again', async (code, status) => {
  const { user, to } = await openConfirmation({ [checkouts]: { status, body: { errors: { [code]: 'Not now.' } } } });
  expect(to('GET /orders')).toHaveLength(1);
  await user.click(buy());
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
});

test('an order without a known tax leads to the address and back', async () => {
  serve(
    handlers({
      'GET /orders/o1/invoices/current': { status: 409, body: { errors: { tax_unknown: 'The tax is not known.' } } },
    }),
  );
  const { user } = openPage('/checkout/confirmation');
  const link = await screen.findByRole('link', { name: 'Go to your address' });
  expect(link).toHaveAttribute('href', '/members/account/management');
  expect(within(screen.getByRole('main')).getByText('The tax is not known.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(link);
  expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', '/members/checkout/confirmation');
});

test('while the tax cannot be calculated the screen says so, and goes on once it can', async () => {
  const down = { status: 503, body: { errors: { tax_unavailable: 'Sales tax cannot be calculated.' } } };
  let answer: { status?: number; body: unknown } = down;
  serve(handlers({ 'GET /orders/o1/invoices/current': () => answer }));
  const { user } = openPage('/checkout/confirmation');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(within(screen.getByRole('main')).getByText('Sales tax cannot be calculated.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  answer = { body: fullInvoice({ tax_rate_is_estimate: true }) };
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Complete Purchase' })).toBeVisible();
  // A tax that the server calculated is not an estimate.
  expect(row('Tax')).toBe('$20.80');
});

test('a purchase that waits for the tax says so, and is sent again with the same key', async () => {
  const down = { status: 503, body: { errors: { tax_unavailable: 'Sales tax cannot be calculated.' } } };
  const { user, to } = await openConfirmation({ [checkouts]: down });
  await user.click(buy());
  expect(await screen.findByRole('alert')).toHaveTextContent('Sales tax cannot be calculated.');
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(2));
  const [first, second] = to(checkouts);
  expect(key(second)).toBe(key(first));
});

test('while items are undecided, no charge is mentioned', async () => {
  await openConfirmation({
    'GET /orders/o1/invoices/current': { body: fullInvoice({ undecided: 5, totalDue: '0.00' }) },
  });
  expect(screen.getByText(/still needs a decision/)).toBeVisible();
  expect(screen.queryByText(/is charged|is not charged/)).toBeNull();
});

test('a box with undecided items cannot be bought', async () => {
  const { user, to } = await openConfirmation({
    'GET /orders': { body: { orders: [box()] } },
    'GET /orders/o1/invoices/current': { body: fullInvoice({ undecided: 2 }) },
  });
  await user.click(buy());
  expect(screen.getByRole('link', { name: 'Go back to your choices' })).toBeVisible();
  expect(to(checkouts)).toHaveLength(0);
});

test('the customer reads before the purchase what goes back, with the old size of an exchange, by when and how', async () => {
  const [first, second, ...others] = keptBox().line_items;
  if (!first || !second) throw new Error('A box has items.');
  const line_items = [{ ...first, exchange_size: 'L' }, { ...second, claimed_kept: false }, ...others];
  await openConfirmation({ 'GET /orders': { body: { orders: [box({ line_items })] } } });
  const back = within(screen.getByRole('region', { name: 'This goes back' }));
  expect(back.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Sweater Marlowe · size M, exchanged for L',
    'Skirt Marlowe · M',
  ]);
  expect(back.getByText(/^For what goes back, use the prepaid return envelope/)).toHaveTextContent(
    'Returns must be postmarked by Tuesday, November 24, 11:59 PM CT',
  );
});
