import { act, screen, waitFor, within } from '@testing-library/react';
import { fullInvoice } from '~test/boxes';
import { openConfirmation, row } from '~test/checkout';
import { type Answer, holdSession } from '~test/server';

beforeEach(holdSession);

test('an unknown code shows the server’s message under its field', async () => {
  const { user } = await openConfirmation({
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
  const { user, to } = await openConfirmation({
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

test('a coupon that has ended is named until another one is applied', async () => {
  const { user } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: fullInvoice({ ended_coupon: 'SPRING' }) },
    'DELETE /invoices/i1/coupons': { body: fullInvoice({ coupon: null }) },
  });
  const said = 'SPRING: This code can no longer be used. What counts in its place is shown below.';
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.getByRole('group', { name: 'Discount code' })).toHaveTextContent('Hello25');
  await user.click(screen.getByRole('button', { name: 'Remove discount code' }));
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});

test('an unknown gift card shows a message under its field; a known one shows its balance', async () => {
  let answer: object = { status: 404, body: { errors: { not_found: 'There is no such gift card.' } } };
  const { user } = await openConfirmation({ 'POST /invoices/i1/gift_cards': () => answer });
  await user.type(screen.getByLabelText('Gift card'), '6000{Enter}');
  expect(await screen.findByText('There is no such gift card.')).toBeVisible();
  answer = { body: fullInvoice({ gift_card: { SMART_CARD_NUM: '6001', AVAILABLE: '50.00' }, totalDue: '272.40' }) };
  await user.type(screen.getByLabelText('Gift card'), '1{Enter}');
  expect(await screen.findByText(/ending in 6001, \$50\.00 on it/)).toBeVisible();
  expect(row('Total due')).toBe('$272.40');
});

test('a gift card stays when an older request for the invoice is answered after it', async () => {
  let late: Promise<Answer> | null = null;
  const { user, client, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': () => late ?? { body: fullInvoice() },
    'POST /invoices/i1/gift_cards': {
      body: fullInvoice({ gift_card: { SMART_CARD_NUM: '6001', AVAILABLE: '50.00' }, totalDue: '272.40' }),
    },
  });
  let answer: (late: Answer) => void = () => {};
  late = new Promise((resolve) => {
    answer = resolve;
  });
  const before = to('GET /orders/o1/invoices/current').length;
  void client.refetchQueries({ queryKey: ['invoice', 'o1'] });
  await waitFor(() => expect(to('GET /orders/o1/invoices/current')).toHaveLength(before + 1));
  await user.type(screen.getByLabelText('Gift card'), '6001{Enter}');
  expect(await screen.findByText(/ending in 6001, \$50\.00 on it/)).toBeVisible();
  await act(async () => answer({ body: fullInvoice() }));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText(/ending in 6001, \$50\.00 on it/)).toBeVisible();
  expect(row('Total due')).toBe('$272.40');
});

const applyCode = () => screen.getByRole('button', { name: 'Apply discount code' });
const withoutCoupon = fullInvoice({ coupon: null });

test('after a code is applied the focus is on it, and after its removal on the field', async () => {
  const { user } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: withoutCoupon },
    'POST /invoices/i1/coupons': { body: fullInvoice() },
    'DELETE /invoices/i1/coupons': { body: withoutCoupon },
  });
  await user.type(screen.getByLabelText('Discount code'), 'Hello25{Enter}');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Discount code' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Remove discount code' }));
  await waitFor(() => expect(screen.getByLabelText('Discount code')).toHaveFocus());
});

test('an empty code is asked for, and a refused one is read out with the focus in its field', async () => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: withoutCoupon },
    'POST /invoices/i1/coupons': { status: 422, body: { errors: { PROMO_CODE_NOT_RECOGNIZED: 'We do not know it.' } } },
  });
  const field = screen.getByLabelText('Discount code');
  await user.click(applyCode());
  expect(field).toHaveAccessibleDescription('Please enter a discount code first.');
  expect(field).toHaveFocus();
  expect(to('POST /invoices/i1/coupons')).toHaveLength(0);
  await user.type(field, 'SPRING');
  expect(field).toBeValid();
  await user.click(applyCode());
  const message = await screen.findByText('We do not know it.');
  expect(message.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  expect(field).toHaveFocus();
});

test.each([
  ['too many tries', { status: 429, body: { errors: { too_many_requests: 'Too many tries.' } } }, 'Too many tries.'],
  ['a paid invoice', { status: 409, body: { errors: { invoice_not_open: 'It is being paid.' } } }, 'It is being paid.'],
  ['no network', null, 'We cannot be reached right now. Please check your connection and try again.'],
])('%s: the field says so, and the invoice is loaded again', async (_name, answer, said) => {
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': { body: withoutCoupon },
    'POST /invoices/i1/coupons': () => answer ?? Promise.reject(new TypeError('the connection broke')),
  });
  const reads = to('GET /orders/o1/invoices/current').length;
  const field = screen.getByLabelText('Discount code');
  await user.type(field, 'SPRING{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(said));
  expect(to('GET /orders/o1/invoices/current').length).toBeGreaterThan(reads);
});

test('while a code is checked its button is busy; a removal that fails says so', async () => {
  let answer: (answer: object) => void = () => undefined;
  let invoice = withoutCoupon;
  const { user, to } = await openConfirmation({
    'GET /orders/o1/invoices/current': () => ({ body: invoice }),
    'POST /invoices/i1/coupons': () => new Promise((resolve) => (answer = resolve)),
    'DELETE /invoices/i1/coupons': { status: 429, body: { errors: { too_many_requests: 'Too many tries.' } } },
  });
  await user.type(screen.getByLabelText('Discount code'), 'Hello25{Enter}');
  await waitFor(() => expect(applyCode()).toHaveAttribute('aria-disabled', 'true'));
  await user.click(applyCode());
  expect(to('POST /invoices/i1/coupons')).toHaveLength(1);
  invoice = fullInvoice();
  await act(async () => answer({ body: invoice }));
  await user.click(await screen.findByRole('button', { name: 'Remove discount code' }));
  const block = within(screen.getByRole('group', { name: 'Discount code' }));
  expect(await block.findByText('Too many tries.')).toBeVisible();
});
