import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { dana, fullInvoice } from '~test/boxes';
import { buy, checkouts, key, openConfirmation } from '~test/checkout';
import { type Answer, holdSession } from '~test/server';

beforeEach(holdSession);

const goesTo = () => screen.getByRole('region', { name: 'Your new size goes to' });

test('another address can be given only for an exchange, and is checked', async () => {
  const exchanged = fullInvoice();
  exchanged.invoice_line_items = exchanged.invoice_line_items.map((line) => ({ ...line, exchange_size: 'L' }));
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchanged },
    [checkouts]: { status: 402, body: { errors: { payment_declined: 'No.' } } },
  });
  expect(goesTo()).toHaveTextContent('118 Nicollet MallMinneapolis, MN 55401');
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  const line = await screen.findByLabelText(/^Address line 1/);
  expect(line).toHaveFocus();
  await user.type(line, '1 Main St');
  await user.type(screen.getByLabelText(/^City/), 'Duluth');
  await user.type(screen.getByLabelText(/^State/), 'XX');
  await user.type(screen.getByLabelText(/^ZIP code/), '55802');
  await user.type(screen.getByLabelText(/^Cell phone/), '2185550100');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByText('Invalid state')).toBeVisible();
  await user.clear(screen.getByLabelText(/^State/));
  await user.type(screen.getByLabelText(/^State/), 'MN');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  await waitFor(() => expect(goesTo()).toHaveTextContent('1 Main StDuluth, MN 55802'));
  expect(within(goesTo()).getByRole('heading')).toHaveFocus();
  await user.click(buy());
  await waitFor(() =>
    expect(to(checkouts)[0]?.body).toMatchObject({ exchange_address: { line_1: '1 Main St', city: 'Duluth' } }),
  );
});

test('another address of an exchange and the key survive a reload', async () => {
  const invoice = fullInvoice();
  const [first, ...others] = invoice.invoice_line_items;
  const exchanged = { ...invoice, invoice_line_items: [{ ...first, exchange_size: 'L' }, ...others] };
  const answers = { 'GET /orders/o1/invoices/current': { body: exchanged }, [checkouts]: { status: 503 } };
  const before = await openConfirmation(answers);
  await before.user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await before.user.type(await screen.findByLabelText(/^Address line 1/), '1 Main St');
  await before.user.type(screen.getByLabelText(/^City/), 'Duluth');
  await before.user.type(screen.getByLabelText(/^State/), 'MN');
  await before.user.type(screen.getByLabelText(/^ZIP code/), '55802');
  await before.user.type(screen.getByLabelText(/^Cell phone/), '2185550100');
  await before.user.click(screen.getByRole('button', { name: 'Use this address' }));
  await before.user.click(buy());
  await waitFor(() => expect(before.to(checkouts)).toHaveLength(1));
  before.unmount();

  const after = await openConfirmation(answers);
  expect(goesTo()).toHaveTextContent('1 Main StDuluth, MN 55802');
  await after.user.click(buy());
  await waitFor(() => expect(after.to(checkouts)).toHaveLength(1));
  expect(after.to(checkouts)[0]?.body).toEqual(before.to(checkouts)[0]?.body);
  expect(key(after.to(checkouts)[0])).toBe(key(before.to(checkouts)[0]));
});

/** The invoice with the first item exchanged. */
function exchangeInvoice() {
  const invoice = fullInvoice();
  const [first, ...others] = invoice.invoice_line_items;
  if (!first) throw new Error('A box has items.');
  return { ...invoice, invoice_line_items: [{ ...first, exchange_size: 'L' }, ...others] };
}

async function typeAddress(user: UserEvent, line: string) {
  await user.clear(screen.getByLabelText(/^Address line 1/));
  await user.type(screen.getByLabelText(/^Address line 1/), line);
  await user.type(screen.getByLabelText(/^City/), 'Duluth');
  await user.type(screen.getByLabelText(/^State/), 'MN');
  await user.type(screen.getByLabelText(/^ZIP code/), '55802');
  await user.type(screen.getByLabelText(/^Cell phone/), '2185550100');
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
}

test('an open form for another address blocks the purchase', async () => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    [checkouts]: { status: 503 },
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await user.type(await screen.findByLabelText(/^Address line 1/), '1 Main St');
  expect(buy()).toHaveAttribute('aria-disabled', 'true');
  await user.click(buy());
  expect(screen.getByText('Still needed: your other address: use it, or cancel')).toBeVisible();
  expect(to(checkouts)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(within(goesTo()).getByRole('heading')).toHaveFocus();
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(1));
});

test('a refused address shows a message at the address, and can be changed', async () => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    [checkouts]: {
      status: 422,
      body: { errors: { shippo_id_invalid: 'Shippo does not know it' } },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await typeAddress(user, '1 Nowhere Lane');
  await user.click(buy());
  const block = within(screen.getByRole('region', { name: 'Your new size goes to' }));
  expect(await block.findByRole('alert')).toHaveTextContent('Invalid Address. Please enter a valid address.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByText(/shippo/i)).toBeNull();
  await user.click(block.getByRole('button', { name: 'Change this address' }));
  expect(screen.getByLabelText(/^Address line 1/)).toHaveValue('1 Nowhere Lane');
  expect(screen.getByLabelText(/^City/)).toHaveValue('Duluth');
  expect(to(checkouts)).toHaveLength(1);
});

test('an address that the check refuses shows a message at its first line before the purchase', async () => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    'POST /address_checks': { status: 422, body: { errors: { shippo_id_invalid: 'x' } } },
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await typeAddress(user, '1 Nowhere Lane');
  expect(await screen.findByLabelText(/^Address line 1/)).toHaveAccessibleDescription(
    'Invalid Address. Please enter a valid address.',
  );
  expect(to(checkouts)).toHaveLength(0);
});

test('a customer who types somewhere else while the address is checked stays there', async () => {
  let answer: (checked: Answer) => void = () => undefined;
  const checked = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const { user } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: { ...exchangeInvoice(), coupon: null } },
    'POST /address_checks': () => checked,
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await screen.findByLabelText(/^Address line 1/);
  await typeAddress(user, '1 Main St');
  const code = screen.getByLabelText('Discount code');
  await user.type(code, 'SPR');
  await act(async () => answer({ body: { suggestion: null } }));
  await waitFor(() => expect(goesTo()).toHaveTextContent('1 Main StDuluth, MN 55802'));
  expect(code).toHaveFocus();
});

test('an address that cannot be checked now is accepted', async () => {
  const { user } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    'POST /address_checks': { status: 503 },
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await typeAddress(user, '1 Main St');
  await waitFor(() => expect(goesTo()).toHaveTextContent('1 Main StDuluth, MN 55802'));
});

const suggestion = { line_1: '1 Main Street', line_2: null, city: 'Duluth', state: 'MN', postal_code: '55803-1234' };

test.each([
  ['Use this address', '1 Main Street', '55803-1234'],
  ['Keep mine', '1 Main St', '55802'],
])('a suggested address is answered by %s, and does not block the purchase', async (answer, line_1, postal_code) => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    'POST /address_checks': { body: { suggestion } },
    [checkouts]: { status: 402, body: { errors: { payment_declined: 'No.' } } },
  });
  await user.click(screen.getByRole('button', { name: 'Send it somewhere else' }));
  await typeAddress(user, '1 Main St');
  const offer = within(await screen.findByRole('region', { name: 'A suggestion for your address' }));
  expect(offer.getByText(/^1 Main Street/)).toBeVisible();
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(1));
  await user.click(offer.getByRole('button', { name: answer }));
  expect(screen.queryByRole('region', { name: 'A suggestion for your address' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Your new size goes to' })).toHaveFocus();
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(2));
  expect(to(checkouts)[1]?.body).toMatchObject({ exchange_address: { line_1, postal_code } });
});

test('an exchange goes where the order went, even if the customer has moved since', async () => {
  const [home] = dana.shipping_addresses;
  const moved = home ? [{ ...home, id: 'a2', shipping_line_1: '12 Main Street' }] : [];
  const { user, to } = await openConfirmation({
    'GET /account': { body: { ...dana, shipping_addresses: moved } },
    'GET /orders/o1/invoices/current': { body: exchangeInvoice() },
    [checkouts]: { body: fullInvoice({ status: 'paid' }) },
  });
  const block = within(screen.getByRole('region', { name: 'Your new size goes to' }));
  expect(goesTo()).toHaveTextContent('118 Nicollet MallMinneapolis, MN 55401');
  expect(block.queryByText(/12 Main Street/)).toBeNull();
  await user.click(buy());
  await waitFor(() => expect(to(checkouts)).toHaveLength(1));
  expect(to(checkouts)[0]?.body).not.toHaveProperty('exchange_address');
});

test('another address belongs to one order', async () => {
  const kept = { line_1: '1 Main St', city: 'Duluth', state: 'MN', postal_code: '55802', phone: '2185550100' };
  sessionStorage.setItem('stylebox.draft.exchange address.o0', JSON.stringify(kept));
  await openConfirmation({ 'GET /orders/o1/invoices/current': { body: exchangeInvoice() } });
  expect(goesTo()).toHaveTextContent('118 Nicollet MallMinneapolis, MN 55401');
});

test('without an exchange no address can be given', async () => {
  await openConfirmation();
  expect(screen.queryByRole('button', { name: 'Send it somewhere else' })).toBeNull();
});
