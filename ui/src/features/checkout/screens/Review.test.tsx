import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Update } from '~/api/schema.gen';
import { box, dana, fullInvoice, keptBox, openInvoice } from '~test/boxes';
import { openPage } from '~test/openPage';
import { type Call, holdSession, serve } from '~test/server';

beforeEach(holdSession);

function handlers(order = box(), more: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] {
  return {
    'GET /account': { body: dana },
    'GET /orders': { body: { orders: [order] } },
    'GET /orders/o1/invoices/current': { body: openInvoice() },
    'PATCH /orders/o1': { body: order },
    ...more,
  };
}

async function open(order = box(), more: Parameters<typeof serve>[0] = {}) {
  const server = serve(handlers(order, more));
  const page = openPage('/checkout/review');
  await screen.findByRole('radiogroup', { name: 'What becomes of Sweater' });
  return { ...server, ...page };
}

const choice = (item: string, action: string) =>
  within(screen.getByRole('radiogroup', { name: `What becomes of ${item}` })).getByRole('radio', { name: action });

/** Makes a choice and closes its dialog. */
async function choose(user: UserEvent, item: string, action: string) {
  await user.click(choice(item, action));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
}

const total = () => within(screen.getByRole('region', { name: 'Your total' }));
const row = (label: string) => total().getByText(label).nextSibling?.textContent;
const sent = (call: Call | undefined) => (call?.body as Update | undefined)?.order.line_items_attributes ?? [];

test('each item is shown once, even if it is in two outfits', async () => {
  await open(box({ line_items: [...box().line_items, ...box().line_items] }));
  expect(screen.getAllByRole('radiogroup')).toHaveLength(4);
});

test('a returned item cannot be kept', async () => {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  await open(box({ line_items: [{ ...sweater, claimed_kept: false, received: true }, ...others] }));
  const offered = (item: string) =>
    within(screen.getByRole('radiogroup', { name: `What becomes of ${item}` })).getAllByRole('radio').length;
  expect([offered('Sweater'), offered('Skirt')]).toEqual([2, 3]);
  expect(choice('Sweater', 'Exchange')).toBeVisible();
});

test('the total follows the choices to the cent', async () => {
  const { user } = await open();
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
  expect(total().queryByText('Multi-item discount')).toBeNull();

  for (const item of ['Skirt', 'Shirt', 'Jeans']) await choose(user, item, 'Keep');
  // 364.00 − 36.40 − 25.00 = 302.60; tax 20.80375 is 20.80; 323.40 less 1.00.
  expect(row('Subtotal')).toBe('$364.00');
  expect(row('Multi-item discount')).toBe('-$36.40');
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
  const { user, to, path } = await open();
  await choose(user, 'Sweater', 'Keep');
  const saves = to('PATCH /orders/o1').length;
  const button = screen.getByRole('button', { name: 'Review Order' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.getByText('Still needed: Skirt, Shirt, Jeans')).toBeVisible();
  expect(choice('Skirt', 'Return')).toHaveFocus();
  expect(screen.getAllByText('Please choose what becomes of it.')).toHaveLength(3);
  expect(path()).toBe('/checkout/review');
  expect(to('PATCH /orders/o1')).toHaveLength(saves);
});

test('a return asks why, and is saved with the feedback', async () => {
  const { user, to } = await open();
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

test('keeping asks why too', async () => {
  const { user } = await open();
  await user.click(choice('Sweater', 'Keep'));
  const dialog = within(await screen.findByRole('dialog', { name: 'What do you love about it?' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(6);
  await user.click(dialog.getByRole('checkbox', { name: 'Perfect Fit' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Perfect Fit')).toBeVisible();
});

test('choosing another action clears the feedback', async () => {
  const { user, to } = await open();
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
  const { user, to } = await open(box(), {
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
  const { user } = await open(box(), { 'GET /invoices/available_exchange_sizes/l1': { body: { sizes: [] } } });
  await user.click(choice('Sweater', 'Exchange'));
  expect(await screen.findByText('No exchange sizes found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Return it instead' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(choice('Sweater', 'Return')).toBeChecked();
});

test('the arrow keys move through the choices without opening dialogs', async () => {
  const { user } = await open();
  await choose(user, 'Sweater', 'Return');
  choice('Sweater', 'Return').focus();
  await user.keyboard('{ArrowRight}');
  expect(choice('Sweater', 'Exchange')).toBeChecked();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('items of a pick-up cannot be exchanged', async () => {
  await open(box({ customer_pick_up: true }));
  const group = within(screen.getByRole('radiogroup', { name: 'What becomes of Sweater' }));
  expect(group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(['Return', 'Keep']);
});

test('the choices and notes are there again after a reload', async () => {
  const first = await open();
  await first.user.click(choice('Sweater', 'Keep'));
  await first.user.click(await screen.findByRole('checkbox', { name: 'Versatile' }));
  await first.user.click(screen.getByRole('button', { name: 'Save' }));
  await choose(first.user, 'Skirt', 'Return');
  first.unmount();

  await open();
  expect(choice('Sweater', 'Keep')).toBeChecked();
  expect(screen.getByText('Versatile')).toBeVisible();
  expect(choice('Skirt', 'Return')).toBeChecked();
});

test('all decisions are sent, the invoice is loaded again, and the purchase opens', async () => {
  let invoice = openInvoice();
  const { user, to, path } = await open(box(), { 'GET /orders/o1/invoices/current': () => ({ body: invoice }) });
  for (const item of ['Sweater', 'Skirt', 'Shirt']) await choose(user, item, 'Keep');
  await choose(user, 'Jeans', 'Return');
  invoice = fullInvoice();
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
  expect(sent(to('PATCH /orders/o1').at(-1)).map(({ id, claimed_kept }) => [id, claimed_kept])).toEqual([
    ['l1', true],
    ['l2', true],
    ['l3', true],
    ['l4', false],
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm Purchase' })).toBeVisible();
});

test('decisions made elsewhere are not sent again', async () => {
  const { user, to, path } = await open(keptBox());
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
  expect(to('PATCH /orders/o1')).toHaveLength(0);
});

test('an order without an invoice gets one, without asking for it first', async () => {
  const { to } = await open(box({ invoices: [] }), {
    'POST /orders/o1/invoices': { status: 201, body: openInvoice() },
  });
  expect(to('POST /orders/o1/invoices')).toHaveLength(1);
  expect(to('GET /orders/o1/invoices/current')).toHaveLength(0);
});

test('a missing invoice is made', async () => {
  const { to } = await open(box(), {
    'GET /orders/o1/invoices/current': { status: 404, body: { errors: { not_found: 'x' } } },
    'POST /orders/o1/invoices': { status: 201, body: openInvoice() },
  });
  expect(to('POST /orders/o1/invoices')).toHaveLength(1);
});

test('an invoice that cannot be loaded can be retried', async () => {
  let answer: object = { status: 500, body: { error: 'Broken' } };
  serve(handlers(box(), { 'GET /orders/o1/invoices/current': () => answer }));
  const { user } = openPage('/checkout/review');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer = { body: openInvoice() };
  await user.click(again);
  expect(await screen.findByRole('radiogroup', { name: 'What becomes of Sweater' })).toBeVisible();
});

test('a box that cannot be checked out leads to the dashboard', async () => {
  serve(handlers(box({ status: 'styled' })));
  const { path } = openPage('/checkout/review');
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('the box’s outfits are shown with the stylist’s notes', async () => {
  serve(handlers());
  const { user, path } = openPage('/checkout/stylist-note');
  expect(await screen.findByText('OUTFIT 1')).toBeVisible();
  expect(screen.getByText('OUTFIT 2')).toBeVisible();
  expect(screen.getByText('Half-tuck the knit.')).toBeVisible();
  expect(screen.getByText('Try the skirt first.')).toBeVisible();
  const outfit = within(screen.getByRole('region', { name: 'Sunday, slowly' }));
  expect(outfit.getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Continue to Checkout' }));
  await waitFor(() => expect(path()).toBe('/checkout/review'));
});

test('a reduced item shows no multi-item price unless it is lower', async () => {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  // 90% of 110.00 is 99.00, more than the 92.00 that the sweater costs now; 90% of 98.00 is 88.20.
  await open(box({ line_items: [{ ...sweater, retail_price: '92.00', original_price: '110.00' }, ...others] }));
  expect(screen.getByText('$92.00')).toBeVisible();
  expect(screen.queryByText('$99.00')).toBeNull();
  expect(screen.getByText('$88.20').parentElement).toHaveTextContent('$88.20 when you keep 4');
});

test('choices and notes outlive a session that ends at that moment', async () => {
  let ended = false;
  const { user, path } = await open(box(), {
    'PATCH /orders/o1': () => (ended ? { status: 401, body: null } : { body: box() }),
    'POST /sessions': { body: dana },
  });
  await user.click(choice('Sweater', 'Return'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('A note for your stylist'), 'It itches');
  ended = true;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/login'));

  await user.type(await screen.findByLabelText('Email'), 'dana@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(path()).toBe('/checkout/review'));
  await screen.findByRole('radiogroup', { name: 'What becomes of Sweater' });
  expect(choice('Sweater', 'Return')).toBeChecked();
  expect(screen.getByText('Additional comments: It itches')).toBeVisible();
});
