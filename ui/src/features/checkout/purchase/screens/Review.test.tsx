import { screen, waitFor, within } from '@testing-library/react';
import { box, openInvoice } from '~test/boxes';
import { purchase } from '~test/charges';
import { choice, choose, openReview, row, sent, total } from '~test/review';
import { holdSession } from '~test/server';

beforeEach(holdSession);

test('each item is shown once, even if it is in two outfits', async () => {
  await openReview(box({ line_items: [...box().line_items, ...box().line_items] }));
  expect(screen.getAllByRole('radiogroup')).toHaveLength(4);
});

test('a returned item cannot be kept', async () => {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  await openReview(box({ line_items: [{ ...sweater, claimed_kept: false, received: true }, ...others] }));
  const offered = (item: string) =>
    within(screen.getByRole('radiogroup', { name: `Your choice for ${item}` })).getAllByRole('radio').length;
  expect([offered('Sweater'), offered('Skirt')]).toEqual([2, 3]);
  expect(choice('Sweater', 'Exchange')).toBeVisible();
});

test('an item that was lost on its way back cannot be kept; one that was not sent back can', async () => {
  const [sweater, skirt, ...others] = box().line_items;
  if (!sweater || !skirt) throw new Error('A box has items.');
  const lost = { ...sweater, claimed_kept: false, written_off: 'lost_on_way_back' as const };
  const given = { ...skirt, claimed_kept: false, written_off: 'not_returned' as const };
  const { user, to } = await openReview(box({ status: 'delivered_to_stylebox', line_items: [lost, given, ...others] }));
  const offered = (item: string) =>
    within(screen.getByRole('radiogroup', { name: `Your choice for ${item}` })).getAllByRole('radio').length;
  expect([offered('Sweater'), offered('Skirt')]).toEqual([2, 2]);
  expect(screen.getByText('Returned – lost on its way back')).toBeVisible();
  expect(screen.getByText('Not returned')).toBeVisible();
  // Until the exchange has a size, the earlier decision counts.
  await user.click(choice('Sweater', 'Exchange'));
  expect(to('PATCH /orders/o1')).toHaveLength(0);
});

test('a tax that a service has not calculated yet is called an estimate', async () => {
  const estimated = openInvoice({ tax_rate: '0.071234', tax_rate_is_estimate: true });
  const { user } = await openReview(box(), { 'GET /orders/o1/invoices/current': { body: estimated } });
  await choose(user, 'Sweater', 'Keep');
  // 64.00 × 0.071234 is 4.558976.
  expect(row('Estimated tax')).toBe('$4.56');
  expect(total().queryByText('Tax')).toBeNull();
  expect(total().getByText('Total so far')).toBeVisible();
  for (const item of ['Skirt', 'Shirt', 'Jeans']) await choose(user, item, 'Return');
  expect(total().getByText('Estimated total')).toBeVisible();
  expect(total().queryByText('Total due')).toBeNull();
});

test('the total follows the choices to the cent', async () => {
  const { user } = await openReview();
  expect(screen.getByText('Keep 4 more items & get 10% off')).toBeVisible();
  expect(total().getByText('Total so far')).toBeVisible();

  await choose(user, 'Sweater', 'Keep');
  // 89.00 − 25.00 = 64.00; tax 4.40; less the fee of 1.00.
  expect(row('Subtotal')).toBe('$89.00');
  expect(row('Discount Hello25')).toBe('-$25.00');
  expect(row('Tax')).toBe('$4.40');
  expect(row('Styling fee credit')).toBe('-$1.00');
  expect(total().getByText('$67.40')).toBeVisible();
  expect(screen.getByText('Keep 3 more items & get 10% off')).toBeVisible();
  expect(total().queryByText('Discount STYLEBOX10')).toBeNull();

  for (const item of ['Skirt', 'Shirt', 'Jeans']) await choose(user, item, 'Keep');
  // 364.00 − 36.40 − 25.00 = 302.60; tax 20.80375 is 20.80; 323.40 less 1.00.
  expect(row('Subtotal')).toBe('$364.00');
  expect(row('Discount STYLEBOX10')).toBe('-$36.40');
  expect(row('Total before tax')).toBe('$302.60');
  expect(row('Tax')).toBe('$20.80');
  expect(row('Total with tax')).toBe('$323.40');
  expect(total().getByText('$322.40')).toBeVisible();
  expect(total().getByText('Total due')).toBeVisible();
  expect(screen.getByText("You've unlocked 10% off!")).toBeVisible();

  await choose(user, 'Jeans', 'Return');
  // 256.00 − 25.00 = 231.00; tax 15.88125 is 15.88; 246.88 less 1.00.
  expect(total().getByText('$245.88')).toBeVisible();
});

test('the button stays disabled, says what is undecided and focuses it', async () => {
  const { user, to, path } = await openReview();
  await choose(user, 'Sweater', 'Keep');
  const saves = to('PATCH /orders/o1').length;
  const button = screen.getByRole('button', { name: 'Review Order' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.getByText('Still needed: Skirt, Shirt, Jeans')).toBeVisible();
  expect(choice('Skirt', 'Return')).toHaveFocus();
  expect(screen.getAllByText('Please choose what to do with it.')).toHaveLength(3);
  expect(path()).toBe('/checkout/review');
  expect(to('PATCH /orders/o1')).toHaveLength(saves);
});

test('a return asks why, and is saved with the feedback', async () => {
  const { user, to } = await openReview();
  await user.click(choice('Sweater', 'Return'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why is it going back?' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(9);
  await user.click(dialog.getByRole('checkbox', { name: 'Too Big' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Too Expensive' }));
  await user.type(dialog.getByLabelText('A note for your stylist'), 'Lovely color');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const said = 'Too Big and Too Expensive. Additional comments: Lovely color';
  expect(await screen.findByText(said)).toBeVisible();
  await waitFor(() =>
    expect(sent(to('PATCH /orders/o1').at(-1))).toEqual([
      { id: 'l1', claimed_kept: false, exchange_size: null, customer_feedback: said },
    ]),
  );
});

test('keeping an item asks why too', async () => {
  const { user } = await openReview();
  await user.click(choice('Sweater', 'Keep'));
  const dialog = within(await screen.findByRole('dialog', { name: 'What do you love about it?' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(6);
  await user.click(dialog.getByRole('checkbox', { name: 'Perfect Fit' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Perfect Fit')).toBeVisible();
});

test('choosing another action clears the feedback', async () => {
  const { user, to } = await openReview();
  await user.click(choice('Sweater', 'Keep'));
  await user.click(await screen.findByRole('checkbox', { name: 'Perfect Fit' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await choose(user, 'Sweater', 'Return');
  expect(screen.queryByText('Perfect Fit')).toBeNull();
  await waitFor(() =>
    expect(sent(to('PATCH /orders/o1').at(-1))).toEqual([
      { id: 'l1', claimed_kept: false, exchange_size: null, customer_feedback: '' },
    ]),
  );
});

test('an exchange is decided once it has a size that is in stock', async () => {
  const { user, to } = await openReview(box(), {
    'GET /invoices/available_exchange_sizes/l1': { body: { sizes: ['S', 'L'] } },
  });
  await user.click(choice('Sweater', 'Exchange'));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('radio', { name: 'L' });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(choice('Sweater', 'Exchange')).toBeChecked();
  expect(row('Subtotal')).toBe('$0.00');

  await user.click(screen.getByRole('button', { name: /^Choose a size.*Sweater$/ }));
  await user.click(await screen.findByRole('radio', { name: 'L' }));
  await user.click(screen.getByRole('button', { name: 'Exchange for this size' }));
  expect(await screen.findByText('For size L')).toBeVisible();
  expect(row('Subtotal')).toBe('$89.00');
  await waitFor(() =>
    expect(sent(to('PATCH /orders/o1').at(-1))).toEqual([
      { id: 'l1', claimed_kept: true, exchange_size: 'L', customer_feedback: '' },
    ]),
  );
});

test('without a size in stock an exchange becomes a return', async () => {
  const { user } = await openReview(box(), { 'GET /invoices/available_exchange_sizes/l1': { body: { sizes: [] } } });
  await user.click(choice('Sweater', 'Exchange'));
  expect(await screen.findByText('No exchange sizes found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Return it instead' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(choice('Sweater', 'Return')).toBeChecked();
});

test('the arrow keys move through the choices without opening dialogs', async () => {
  const { user } = await openReview();
  await choose(user, 'Sweater', 'Return');
  choice('Sweater', 'Return').focus();
  await user.keyboard('{ArrowRight}');
  expect(choice('Sweater', 'Exchange')).toBeChecked();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('items of a pick-up cannot be exchanged', async () => {
  await openReview(box({ customer_pick_up: true }));
  const group = within(screen.getByRole('radiogroup', { name: 'Your choice for Sweater' }));
  expect(group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(['Return', 'Keep']);
});

test('the choices and notes survive a reload', async () => {
  const first = await openReview();
  await first.user.click(choice('Sweater', 'Keep'));
  await first.user.click(await screen.findByRole('checkbox', { name: 'Versatile' }));
  await first.user.click(screen.getByRole('button', { name: 'Save' }));
  await choose(first.user, 'Skirt', 'Return');
  first.unmount();

  await openReview();
  expect(choice('Sweater', 'Keep')).toBeChecked();
  expect(screen.getByText('Versatile')).toBeVisible();
  expect(choice('Skirt', 'Return')).toBeChecked();
});

test('the price with four kept items is based on the current price, also of a reduced item', async () => {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  // The discount is 10% of 92.00, whatever the sweater cost before.
  await openReview(box({ line_items: [{ ...sweater, retail_price: '92.00', original_price: '110.00' }, ...others] }));
  expect(screen.getByText('$92.00')).toBeVisible();
  expect(screen.queryByText('$99.00')).toBeNull();
  expect(screen.getByText('$82.80').parentElement).toHaveTextContent('$82.80 when you keep 4');
});

test('the customer reads what is charged without a checkout: how much, when, on which card, and how to pay for less', async () => {
  await openReview(box(), { 'GET /account/next_charge': { body: purchase() } });
  expect(await screen.findByText(/is charged to Visa ending in 4242 on/)).toHaveTextContent(
    '$322.40 is charged to Visa ending in 4242 on November 25, 12:00 PM CT (6:00 PM your time). What you have not decided by then ' +
      'counts as kept. To pay for less, check out before then',
  );
});

test('once everything is decided, no message about undecided items shows', async () => {
  await openReview(box(), { 'GET /account/next_charge': { body: purchase({ undecided: 0 }) } });
  expect(await screen.findByText(/is charged to Visa ending in 4242 on/)).toHaveTextContent(
    /your time\)\. To pay for less, check out before then/,
  );
});
