import { screen, waitFor, within } from '@testing-library/react';
import type { Order } from '~/api/orders';
import { ann } from '~test/accounts';
import { box, dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { holdSession, serve, statusOf } from '~test/server';

beforeEach(holdSession);

function open(orders: Order[], handlers: Parameters<typeof serve>[0] = {}, path = '/dashboard') {
  const server = serve({ 'GET /account': { body: dana }, 'GET /orders': { body: { orders } }, ...handlers });
  return { ...server, ...openPage(path) };
}

const actions = () => {
  const main = within(screen.getByRole('main'));
  return [...main.queryAllByRole('link'), ...main.queryAllByRole('button')].map((action) => action.textContent);
};

test.each<[Partial<Order>, string, string[]]>([
  [{ status: 'created' }, 'Your box is scheduled', ['Cancel my order']],
  [{ status: 'created', customer_pick_up: true }, 'Your pick-up order is placed', ['Cancel my order']],
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
  [{ status: 'completed' }, 'Ready for your next box?', []],
])('%j: %s', async (change, title, offered) => {
  open([box(change)]);
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(actions().toSorted()).toEqual(offered.toSorted());
});

test('a customer is greeted, even on an unknown path', async () => {
  open([box()], {}, '/no/such/path');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Dana' })).toBeVisible();
});

test('the line shows the box’s progress', async () => {
  open([box({ status: 'styled' })]);
  const line = await screen.findByRole('list', { name: 'Progress of your box' });
  expect(within(line).getByText('Styled').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(within(line).getByText('Sent').closest('li')).not.toHaveAttribute('aria-current');
});

test('the dates to decide by and to return by are shown in words', async () => {
  open([box()]);
  expect(await screen.findByText('Tuesday, November 24')).toBeVisible();
});

test('a return that is late has two days from today', async () => {
  open([box({ status: 'checked_out_by_system', checkout_by_date: '2026-11-18', has_paid_invoice: true })]);
  expect(await screen.findByText(/^Return by/)).toHaveTextContent('Return by Sunday, November 22');
});

test('the tracking link has the shipment’s code', async () => {
  open([box({ status: 'in_transit_to_customer' })]);
  expect(await screen.findByRole('link', { name: /Track/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:.*94001$/),
  );
});

test('an order is cancelled after a confirmation', async () => {
  const cancelled = box({ status: 'cancelled' });
  const { user, to } = open([box({ status: 'created' })], { 'POST /orders/o1/cancel': { body: cancelled } });
  await user.click(await screen.findByRole('button', { name: 'Cancel my order' }));
  const prompt = await screen.findByRole('dialog', { name: 'Are you sure you want to cancel this order?' });
  await user.click(within(prompt).getByRole('button', { name: 'No, keep my order' }));
  expect(to('POST /orders/o1/cancel')).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'Cancel my order' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Your current order has been successfully canceled.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Ready for your next box?' })).toBeVisible();
});

test('the dialog shows the new date of an extended checkout', async () => {
  const extended = box({ extended: true, checkout_by_date: '2026-11-29' });
  const { user } = open([box()], { 'PATCH /orders/o1/extend': { body: extended } });
  await user.click(await screen.findByRole('button', { name: 'Extend checkout' }));
  const prompt = await screen.findByRole('dialog');
  expect(within(prompt).getByText('Sunday, November 29')).toBeVisible();
  await user.click(within(prompt).getByRole('button', { name: 'Extend checkout' }));
  expect(await screen.findByText('Your checkout has been extended by 5 days.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Extend checkout' })).toBeNull());
  expect(screen.getByText('Sunday, November 29')).toBeVisible();
});

test('a checkout that cannot be extended says so', async () => {
  const { user } = open([box()], { 'PATCH /orders/o1/extend': { status: 422, body: { error: 'no' } } });
  await user.click(await screen.findByRole('button', { name: 'Extend checkout' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Extend checkout' }));
  expect(
    await screen.findByText('Could not extend checkout. Please try again or contact customer support.'),
  ).toBeVisible();
});

test('a customer without an order goes on with the sign-up', async () => {
  open([], { 'GET /account': { body: { ...ann, style_profile_complete: true } } });
  expect(await screen.findByRole('heading', { level: 2, name: 'Let us get to know you' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/members/quiz/delivery');
});

test('a customer with a card and no box is shown the first box’s tile', async () => {
  open([], { 'GET /account': { body: dana } });
  expect(await screen.findByRole('heading', { level: 2, name: 'Let us get to know you' })).toBeVisible();
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

test('outside demo mode there is no demo bar', async () => {
  open([box()]);
  await screen.findByRole('heading', { level: 2, name: 'Time to check out' });
  expect(screen.queryByRole('button', { name: /Demo/ })).toBeNull();
});
