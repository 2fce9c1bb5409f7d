import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { box, dana, keptBox } from '~test/boxes';
import { boxWith, choice, choose, group, handlers, openReview, sent, sizes, soldOut } from '~test/review';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

test('a later decision from elsewhere counts, and is not overwritten', async () => {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  const decided = (claimed_kept: boolean) => box({ line_items: [{ ...sweater, claimed_kept }, ...others] });
  const first = await openReview(box(), { 'PATCH /orders/o1': { body: decided(true) } });
  await choose(first.user, 'Sweater', 'Keep');
  await waitFor(() => expect(first.to('PATCH /orders/o1')).toHaveLength(1));
  first.unmount();

  const { user, to } = await openReview(decided(false));
  expect(choice('Sweater', 'Return')).toBeChecked();
  for (const item of ['Skirt', 'Shirt', 'Jeans']) {
    // In turn, as a customer does.
    await choose(user, item, 'Keep');
  }
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(sent(to('PATCH /orders/o1').at(-1))).toHaveLength(3));
  expect(sent(to('PATCH /orders/o1').at(-1)).map(({ id }) => id)).not.toContain('l1');
});

test('if sizes cannot be looked up, the customer can try again, or return the item', async () => {
  let isDown = true;
  const { user } = await openReview(box(), {
    'GET /invoices/available_exchange_sizes/l1': () => (isDown ? { status: 503 } : { body: { sizes: ['S'] } }),
  });
  await user.click(choice('Sweater', 'Exchange'));
  const dialog = within(await screen.findByRole('dialog'));
  const again = await dialog.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
  expect(dialog.getByRole('button', { name: 'Return it instead' })).toBeVisible();
  isDown = false;
  await user.click(again);
  expect(await dialog.findByRole('radio', { name: 'S' })).toBeVisible();
});

test('a refused decision shows a message, and the row shows the server’s decision', async () => {
  const { user, to } = await openReview(boxWith({ claimed_kept: true }), {
    'PATCH /orders/o1': { status: 409, body: { errors: { not_decidable: 'There is nothing to decide now.' } } },
  });
  await choose(user, 'Sweater', 'Return');
  await waitFor(() => expect(choice('Sweater', 'Keep')).toBeChecked());
  expect(group('Sweater')).toHaveAccessibleDescription('There is nothing to decide now.');
  // At the item, and as a toast.
  await waitFor(() => expect(screen.getAllByText('There is nothing to decide now.')).toHaveLength(2));
  await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
});

test('a decision that gets no answer stays, says so, and is sent again with the review', async () => {
  let lost = true;
  const { user, to, path, unmount } = await openReview(keptBox(), {
    'PATCH /orders/o1': () => (lost ? Promise.reject(new TypeError('the connection broke')) : { body: keptBox() }),
  });
  await choose(user, 'Sweater', 'Return');
  await waitFor(() => expect(group('Sweater')).toHaveAccessibleDescription(/not saved yet/));
  expect(choice('Sweater', 'Return')).toBeChecked();
  expect(await screen.findByText(/We cannot be reached right now/)).toBeVisible();
  unmount();

  // After a reload too.
  lost = false;
  const again = await openReview(keptBox());
  expect(group('Sweater')).toHaveAccessibleDescription(/not saved yet/);
  expect(group('Skirt')).not.toHaveAccessibleDescription();
  await again.user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(again.path()).toBe('/checkout/confirmation'));
  expect(sent(again.to('PATCH /orders/o1').at(-1))).toMatchObject([{ id: 'l1', claimed_kept: false }]);
  expect([to('PATCH /orders/o1').length, path()]).toEqual([1, '/checkout/confirmation']);
});

test('a review that cannot be sent says so below its button, where it stays', async () => {
  const why = 'Please come back later.';
  const { user, path } = await openReview(keptBox());
  await choose(user, 'Sweater', 'Return');
  serve(handlers(keptBox(), { 'PATCH /orders/o1': { status: 503, body: { error: why } } }));
  const button = () => screen.getByRole('button', { name: 'Review Order' });
  await user.click(button());
  await waitFor(() => expect(button()).toHaveAccessibleDescription(why));
  act(() => void toast.dismiss());
  expect(button()).toHaveAccessibleDescription(why);
  expect(path()).toBe('/checkout/review');
});

test('an exchange whose size has sold out is undecided again', async () => {
  const exchanged = keptBox({
    line_items: keptBox().line_items.map((line) => (line.id === 'l1' ? { ...line, exchange_size: 'L' } : line)),
  });
  const { user, path } = await openReview(exchanged, { [sizes]: { body: { sizes: ['S', 'XL'] } } });
  await waitFor(() => expect(group('Sweater')).toHaveAccessibleDescription(soldOut));
  expect(screen.queryByText('For size L')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  expect(screen.getByText('Still needed: Sweater')).toBeVisible();
  expect(path()).toBe('/checkout/review');

  await user.click(screen.getByRole('button', { name: /^Choose a size.*Sweater$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const take = dialog.getByRole('button', { name: 'Exchange for this size' });
  expect(take).toHaveAttribute('aria-disabled', 'true');
  await user.click(dialog.getByRole('radio', { name: 'XL' }));
  await user.click(take);
  expect(await screen.findByText('For size XL')).toBeVisible();
  expect(group('Sweater')).not.toHaveAccessibleDescription();
});

test('a size that is no longer offered is not picked in the dialog', async () => {
  let offered = ['S', 'L'];
  const { user, client } = await openReview(box(), { [sizes]: () => ({ body: { sizes: offered } }) });
  await user.click(choice('Sweater', 'Exchange'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'L' }));
  offered = ['S'];
  await act(() => client.refetchQueries({ queryKey: ['exchange sizes'] }));
  // The screen gets the new sizes a moment after they are loaded.
  await waitFor(() => expect(dialog.queryByRole('radio', { name: 'L' })).toBeNull());
  expect(dialog.getByRole('button', { name: 'Exchange for this size' })).toHaveAttribute('aria-disabled', 'true');
});

test('a size that sells out while it is chosen is refused at its item', async () => {
  const { user } = await openReview(box(), {
    [sizes]: { body: { sizes: ['S', 'L'] } },
    'PATCH /orders/o1': { status: 422, body: { errors: { exchange_size_unavailable: soldOut } } },
  });
  await user.click(choice('Sweater', 'Exchange'));
  await user.click(await screen.findByRole('radio', { name: 'L' }));
  await user.click(screen.getByRole('button', { name: 'Exchange for this size' }));
  await waitFor(() => expect(group('Sweater')).toHaveAccessibleDescription(soldOut));
  expect(screen.queryByText('For size L')).toBeNull();
});

test('earlier feedback is shown in its parts, and a Save without changes keeps it', async () => {
  const said = 'Too Big and Damaged. Additional comments: Seam is open';
  const { user, to } = await openReview(boxWith({ claimed_kept: false, customer_feedback: said }));
  const change = screen.getByRole('button', { name: /^Change.*Sweater$/ });
  await user.click(change);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('checkbox', { name: 'Too Big' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'Damaged' })).toBeChecked();
  expect(dialog.getByLabelText('A note for your stylist')).toHaveValue('Seam is open');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(said)).toBeVisible();
  expect(to('PATCH /orders/o1')).toHaveLength(0);

  await user.click(change);
  await user.click(await screen.findByRole('checkbox', { name: 'Too Big' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(to('PATCH /orders/o1').at(-1))).toMatchObject([
      { id: 'l1', claimed_kept: false, customer_feedback: 'Damaged. Additional comments: Seam is open' },
    ]),
  );
});

test('an exchange without a size removes the earlier decision', async () => {
  const { user, to } = await openReview(boxWith({ claimed_kept: true }), { [sizes]: { body: { sizes: ['S'] } } });
  await choose(user, 'Sweater', 'Exchange');
  await waitFor(() =>
    expect(sent(to('PATCH /orders/o1').at(-1))).toEqual([{ id: 'l1', claimed_kept: null, exchange_size: null }]),
  );
});

test('an exchange without a size does not make a returned item undecided', async () => {
  const { user, to } = await openReview(boxWith({ claimed_kept: false, received: true }), {
    [sizes]: { body: { sizes: ['S'] } },
  });
  await choose(user, 'Sweater', 'Exchange');
  expect(to('PATCH /orders/o1')).toHaveLength(0);
});

test('an unsaved note is there again, until another action is chosen', async () => {
  const { user } = await openReview();
  const note = () => screen.findByLabelText('A note for your stylist');
  await user.click(choice('Sweater', 'Return'));
  await user.click(await screen.findByRole('checkbox', { name: 'Too Big' }));
  await user.type(await note(), 'It itches');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Tell us why.*Sweater$/ }));
  expect(await note()).toHaveValue('It itches');
  expect(screen.getByRole('checkbox', { name: 'Too Big' })).toBeChecked();
  await user.keyboard('{Escape}');
  await choose(user, 'Sweater', 'Keep');
  await user.click(choice('Sweater', 'Return'));
  expect(await note()).toHaveValue('');
});

test('choices and notes survive the end of the session', async () => {
  let ended = false;
  const { user, path } = await openReview(box(), {
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
  await screen.findByRole('radiogroup', { name: 'Your choice for Sweater' });
  expect(choice('Sweater', 'Return')).toBeChecked();
  expect(screen.getByText('Additional comments: It itches')).toBeVisible();
});

test('the list of what goes back follows the choices, without undecided items', async () => {
  const { user } = await openReview(boxWith({ claimed_kept: true, exchange_size: 'L' }), {
    [sizes]: { body: { sizes: ['L'] } },
  });
  const pieces = () =>
    within(screen.getByRole('region', { name: 'This goes back' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(pieces()).toEqual(['Sweater Marlowe · size M, exchanged for L']);
  await choose(user, 'Skirt', 'Return');
  expect(pieces()).toEqual(['Sweater Marlowe · size M, exchanged for L', 'Skirt Marlowe · M']);
  await choose(user, 'Sweater', 'Keep');
  expect(pieces()).toEqual(['Skirt Marlowe · M']);
  await choose(user, 'Skirt', 'Keep');
  expect(screen.queryByRole('region', { name: 'This goes back' })).toBeNull();
});
