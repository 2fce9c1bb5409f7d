import { act, screen, waitFor, within } from '@testing-library/react';
import { ordersQuery } from '~/api/order/orders';
import { openPage } from '~test/openPage';
import { created, done, serveOrdering } from '~test/ordering';
import { answered, locations } from '~test/quiz';

const newPickup = '/customize/order/new/pickup';
const place = () => screen.findByRole('button', { name: 'Place Order' });
const sent = (call: { body: unknown } | undefined) => (call?.body as { order: unknown } | undefined)?.order;
const edina = locations.find(({ name }) => name === 'Edina Galleria');

test.each([newPickup, '/customize/order/custom/pickup'])('%s: a box is ordered to a store', async (path) => {
  const server = serveOrdering();
  const page = openPage(path);
  const { user } = page;
  expect(await screen.findByRole('heading', { level: 1, name: 'Pick up a Stylebox' })).toBeVisible();
  const button = await place();
  await user.click(button);
  // Dana's account has no phone number.
  expect(screen.getByText('Still needed: a store, a day, your cell phone number')).toBeVisible();
  const stores = within(await screen.findByRole('radiogroup', { name: /Where would you like to pick it up/ }));
  await waitFor(() => expect(stores.getAllByRole('radio').length).toBeGreaterThan(3));
  expect(stores.queryByRole('radio', { name: /No Preference/ })).toBeNull();
  for (const { name } of locations.filter(({ hidden }) => hidden)) {
    expect(stores.queryByRole('radio', { name: new RegExp(`^${name}`) })).toBeNull();
  }
  await user.click(stores.getByRole('radio', { name: /^Edina Galleria/ }));
  await user.click(screen.getByRole('button', { name: /Tuesday, November 24/ }));
  const phone = screen.getByRole('textbox', { name: /Cell phone/ });
  await user.type(phone, '6125550199');
  expect(phone).toHaveValue('612-555-0199');

  const summary = within(screen.getByRole('complementary', { name: 'Your order' }));
  expect(summary.getByText('Edina Galleria')).toBeVisible();
  expect(summary.getByRole('link', { name: /Show it on a map/ })).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent(edina?.address_line_1 ?? 'missing')),
  );
  await user.click(await place());
  await screen.findByText(
    `Your box is ordered. Pick it up on Tuesday, November 24: Edina Galleria, ${edina?.address_line_1}, Edina, MN 55435.`,
  );
  await waitFor(() => expect(page.path()).toBe('/dashboard'));
  expect(sent(server.to('POST /orders')[0])).toEqual({
    customer_pick_up: true,
    ship_by_date: '2026-11-24',
    themebox_sign_up: false,
    assigned_location_id: edina?.id,
    phone: '612-555-0199',
  });
});

test('a pick-up needs no bottom size and no address', async () => {
  const { bottom_size: _size, ...some } = answered;
  serveOrdering({ responses: some, account: { phone: '6125550100', shipping_addresses: [] } });
  const { user } = openPage(newPickup);
  await user.click(await place());
  expect(screen.getByText('Still needed: a store, a day')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Cell phone/ })).toHaveValue('612-555-0100');
});

const pickup = created({
  customer_pick_up: true,
  ship_by_date: '2026-11-24',
  assigned_location_id: edina?.id ?? null,
  phone: '6125550100',
});

test('a pick-up that is late shows no day as chosen, and another one can be chosen', async () => {
  const delay = { is_late: true, waits_for_customer: false, moved_from: null, answer_by: null };
  const server = serveOrdering({ orders: [{ ...pickup, ship_by_date: '2026-11-18', delay }] });
  const { user } = openPage('/customize/order/o1/pickup');
  expect(await screen.findByText(/can no longer be chosen\./)).toBeVisible();
  expect(screen.queryByText(/Your box waits for you on/)).toBeNull();
  const summary = screen.getByRole('complementary', { name: 'Your order' });
  expect(within(summary).queryByText(/November/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /Monday, November 30/ }));
  expect(await within(summary).findByText(/November 30/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save Order' }));
  await screen.findByText(/^Your changes are saved\. Pick it up on Monday, November 30: Edina/);
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ ship_by_date: '2026-11-30' });
});

test('a pick-up that is late never names its past day, even after something else is saved', async () => {
  const server = serveOrdering({ orders: [{ ...pickup, ship_by_date: '2026-11-18' }] });
  const { user } = openPage('/customize/order/o1/pickup');
  await user.type(await screen.findByRole('textbox', { name: 'What is this box for?' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Save Order' }));
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'x' });
});

test('a pick-up order is viewed and changed', async () => {
  const server = serveOrdering({ orders: [pickup, done] });
  const { user } = openPage('/customize/order/o1/pickup');
  const save = await screen.findByRole('button', { name: 'Save Order' });
  const phone = screen.getByRole('textbox', { name: /Cell phone/ });
  expect(phone).toHaveValue('612-555-0100');
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'false'));
  await user.click(screen.getByRole('button', { name: /Monday, November 30/ }));
  await user.click(save);
  expect(await screen.findByText(/^Your changes are saved\. Pick it up on Monday, November 30: Edina/)).toBeVisible();
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ ship_by_date: '2026-11-30' });
});

test('a phone that another tab changed stays if the customer did not touch it here', async () => {
  let order = pickup;
  const server = serveOrdering({
    more: {
      'GET /orders': () => ({ body: { orders: [order, done] } }),
      'PATCH /orders/o1': () => ({ body: order }),
    },
  });
  const { user, client } = openPage('/customize/order/o1/pickup');
  const save = await screen.findByRole('button', { name: 'Save Order' });
  const note = screen.getByRole('textbox', { name: 'What is this box for?' });
  order = { ...pickup, phone: '6125550177' };
  await user.type(note, 'A wedding');
  await act(() => client.invalidateQueries({ queryKey: ordersQuery.queryKey }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Cell phone/ })).toHaveValue('612-555-0177'));
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'false'));
  await user.click(save);
  await waitFor(() => expect(server.to('PATCH /orders/o1')).toHaveLength(1));
  expect(sent(server.to('PATCH /orders/o1')[0])).toEqual({ on_demand_customer_msg: 'A wedding' });
});

test.each([
  ['/customize/order/o1', pickup, '/customize/order/o1/pickup'],
  ['/customize/order/o1/pickup', created(), '/customize/order/o1'],
])('%s leads to the form of that order', async (path, order, to) => {
  serveOrdering({ orders: [order] });
  const page = openPage(path);
  await waitFor(() => expect(page.path()).toBe(to));
});

test('the customer chooses how the box comes', async () => {
  serveOrdering();
  openPage('/customize/order/custom');
  expect(await screen.findByRole('link', { name: 'Send it to me' })).toHaveAttribute(
    'href',
    '/members/customize/order/order',
  );
  expect(screen.getByRole('link', { name: 'I’ll pick it up' })).toHaveAttribute(
    'href',
    '/members/customize/order/custom/pickup',
  );
});

test('the form shows sizes and fit, without the bottom size, which a pick-up does not need', async () => {
  serveOrdering();
  const { user } = openPage('/customize/order/new/pickup');
  const sizes = within(await screen.findByRole('region', { name: 'Your sizes and fit' }));
  expect(sizes.getAllByRole('term')).toHaveLength(10);
  expect(sizes.queryByText('Bottom size')).toBeNull();
  await user.click(sizes.getByRole('button', { name: 'Change your sizes and fit' }));
  const opened = within(screen.getByRole('region', { name: 'Your sizes and fit' }));
  expect(await opened.findByRole('combobox', { name: /^Top size/ })).toBeVisible();
});

test('without any store for pick-ups, the form says so and leads to a shipped box', async () => {
  serveOrdering({ more: { 'GET /locations': { body: { locations: [] } } } });
  openPage('/customize/order/new/pickup');
  expect(await screen.findByText(/^No store offers pick-up right now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Order a box that is sent to you' })).toHaveAttribute(
    'href',
    '/members/customize/order/order',
  );
});
