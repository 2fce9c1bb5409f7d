import { act, screen, waitFor, within } from '@testing-library/react';
import { ordersQuery } from '~/api/order/orders';
import { openPage } from '~test/openPage';
import { sent } from '~test/orderForm';
import { created, done, serveOrdering } from '~test/ordering';

test('if nothing was changed, no message says that it was saved', async () => {
  const server = serveOrdering({ orders: [created(), done] });
  const { user, path } = openPage('/customize/order/o1');
  await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(screen.queryByText('Your changes are saved.')).toBeNull();
  expect(server.to('PATCH /orders/o1')).toHaveLength(0);
});

test('an order is changed before its styling: only what differs is sent', async () => {
  const server = serveOrdering({ orders: [created({ on_demand_customer_msg: 'A wedding' }), done] });
  const { user, path } = openPage('/customize/order/o1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Change your order' })).toBeVisible();
  const note = await screen.findByRole('textbox', { name: 'What is this box for?' });
  expect(note).toHaveValue('A wedding');
  await user.clear(note);
  await user.type(note, 'Two weddings');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'Two weddings' });
});

test('an order can keep its day even if it is closed for new orders', async () => {
  // Its ship date has passed.
  const server = serveOrdering({ orders: [created({ ship_by_date: '2026-11-21' })] });
  const { user } = openPage('/customize/order/o1');
  await user.type(await screen.findByRole('textbox', { name: 'What is this box for?' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Your changes are saved.');
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'x' });
});

describe('an order that can no longer come on its day', () => {
  const delay = { is_late: true, waits_for_customer: true, moved_from: null, answer_by: null };

  test.each([
    ['late, and its day is still to come', { ship_by_date: '2026-11-21', delay }],
    ['late, and its day is past', { ship_by_date: '2026-11-10', delay }],
    ['its day is past, and the order was read before', { ship_by_date: '2026-11-10' }],
  ])('shows no day as chosen, and keeps its day unless the customer chooses another: %s', async (_, late) => {
    const server = serveOrdering({ orders: [created(late)] });
    const { user } = openPage('/customize/order/o1');
    const note = await screen.findByRole('textbox', { name: 'What is this box for?' });
    expect(await screen.findByText(/can no longer be chosen\./)).toBeVisible();
    expect(screen.queryByText(/Your box (arrives|waits for you) on/)).toBeNull();
    const summary = screen.getByRole('complementary', { name: 'Your order' });
    expect(within(summary).queryByText(/November/)).toBeNull();
    await user.type(note, 'x');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText(/Your changes are saved\./);
    expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'x' });
  });
});

test('an order that is being styled can no longer be changed', async () => {
  serveOrdering({ orders: [created({ status: 'styling' })] });
  openPage('/customize/order/o1');
  expect(await screen.findByRole('heading', { level: 1, name: 'This box can no longer be changed' })).toBeVisible();
});

test('an order is cancelled after the prompt', async () => {
  const server = serveOrdering({
    orders: [created()],
    more: { 'POST /orders/o1/cancel': { body: created({ status: 'cancelled' }) } },
  });
  const { user, path } = openPage('/customize/order/o1');
  await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Your current order has been successfully canceled.')).toBeVisible();
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(server.to('POST /orders/o1/cancel')).toHaveLength(1);
});

test('an unknown order says so', async () => {
  serveOrdering();
  openPage('/customize/order/nobody');
  expect(await screen.findByRole('heading', { level: 1, name: 'We can’t find this order' })).toBeVisible();
});

describe('an order that another tab changed meanwhile', () => {
  const change = (
    handlers: Record<string, () => { status?: number; body: unknown }> = {},
    start: Parameters<typeof created>[0] = {},
  ) => {
    let order = created({ on_demand_customer_msg: 'A wedding', ...start });
    const server = serveOrdering({ more: { 'GET /orders': () => ({ body: { orders: [order, done] } }), ...handlers } });
    const other = (changed: Parameters<typeof created>[0]) => {
      order = { ...order, ...changed };
    };
    return { ...server, ...openPage('/customize/order/o1'), other };
  };
  const note = () => screen.findByRole('textbox', { name: 'What is this box for?' });
  const saveChanges = () => screen.getByRole('button', { name: 'Save Changes' });

  test('is not overwritten without notice', async () => {
    const { user, to, other } = change({ 'PATCH /orders/o1': () => ({ body: created() }) });
    await user.type(await note(), ' in May');
    other({ on_demand_customer_msg: 'A funeral' });
    await user.click(saveChanges());
    const says = /This was changed in another tab or on another device\./;
    await waitFor(async () => expect(await note()).toHaveAccessibleDescription(says));
    await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
    expect(await note()).toHaveValue('A wedding in May');
    expect(to('PATCH /orders/o1')).toHaveLength(0);
    await user.click(saveChanges());
    await waitFor(() => expect(to('PATCH /orders/o1')).toHaveLength(1));
    expect(sent(to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'A wedding in May' });
  });

  test('is not overwritten without notice after the list of orders was loaded again', async () => {
    const { user, to, other, client } = change({ 'PATCH /orders/o1': () => ({ body: created() }) });
    await user.type(await note(), ' in May');
    other({ on_demand_customer_msg: 'A funeral' });
    // This happens when the customer comes back to the tab.
    await act(() => client.invalidateQueries({ queryKey: ordersQuery.queryKey }));
    await user.click(saveChanges());
    await waitFor(async () =>
      expect(await note()).toHaveAccessibleDescription(/This was changed in another tab or on another device\./),
    );
    expect(to('PATCH /orders/o1')).toHaveLength(0);
    await user.click(saveChanges());
    await waitFor(() => expect(to('PATCH /orders/o1')).toHaveLength(1));
  });

  test('is not overwritten without notice after a reload', async () => {
    const { user, to, other, unmount } = change({ 'PATCH /orders/o1': () => ({ body: created() }) });
    await user.type(await note(), ' in May');
    unmount();
    other({ on_demand_customer_msg: 'A funeral' });
    const again = openPage('/customize/order/o1');
    expect(await note()).toHaveValue('A wedding in May');
    await again.user.click(saveChanges());
    await waitFor(async () =>
      expect(await note()).toHaveAccessibleDescription(/This was changed in another tab or on another device\./),
    );
    expect(to('PATCH /orders/o1')).toHaveLength(0);
  });

  test('to another theme is reported if this tab removes the theme', async () => {
    const { user, to, other } = change(
      { 'PATCH /orders/o1': () => ({ body: created() }) },
      { themebox_sign_up: true, themebox: 'weekend_away' },
    );
    await user.click(await screen.findByRole('button', { name: 'Continue without a theme' }));
    other({ themebox: 'cold_snap' });
    await user.click(saveChanges());
    const link = await screen.findByRole('link', {
      name: /^Theme: This was changed in another tab or on another device/,
    });
    expect(to('PATCH /orders/o1')).toHaveLength(0);
    await user.click(link);
    expect(screen.getByRole('radiogroup', { name: /A theme/ })).toHaveFocus();
  });

  test('in other fields is kept when this tab saves', async () => {
    const { user, to, other } = change({ 'PATCH /orders/o1': () => ({ body: created() }) });
    await user.type(await note(), ' in May');
    other({ ship_by_date: '2026-12-02' });
    await user.click(saveChanges());
    await waitFor(() => expect(to('PATCH /orders/o1')).toHaveLength(1));
    expect(sent(to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'A wedding in May' });
  });

  test('to cancelled is reported', async () => {
    const refused = { status: 409, body: { errors: { not_now: 'This box can no longer be changed.' } } };
    const { user, other } = change({ 'PATCH /orders/o1': () => refused });
    await user.type(await note(), ' in May');
    other({ status: 'cancelled' });
    await user.click(saveChanges());
    expect(await screen.findByRole('heading', { level: 1, name: 'This box is canceled' })).toBeVisible();
  });

  test('and that is being styled can no longer be cancelled, and the page says so', async () => {
    const refused = { status: 409, body: { errors: { not_now: 'This box can no longer be canceled.' } } };
    const { user, other } = change({ 'POST /orders/o1/cancel': () => refused });
    await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
    other({ status: 'styling' });
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
    expect(await screen.findByText('This box can no longer be canceled.')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'This box can no longer be changed' })).toBeVisible();
  });
});
