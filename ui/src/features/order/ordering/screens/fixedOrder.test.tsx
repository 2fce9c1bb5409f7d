import { screen, within } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import { box } from '~test/boxes';
import { openPage } from '~test/openPage';
import { created, serveOrdering } from '~test/ordering';

async function open(order: Order, others: Order[] = []) {
  serveOrdering({ orders: [order, ...others] });
  openPage(`/customize/order/${order.id}${order.customer_pick_up ? '/pickup' : ''}`);
  const title = (await screen.findByRole('heading', { level: 1, name: /^This / })).textContent;
  const main = within(screen.getByRole('main'));
  return { title, main, links: main.getAllByRole('link').map((link) => link.textContent) };
}

test('a customer whose box is being styled reads what is fixed, why, and who can still cancel it', async () => {
  const { title, main, links } = await open(created({ status: 'styling' }));
  expect(title).toBe('This box can no longer be changed');
  expect(
    main.getByText('Its styling has begun: the day, the address, the theme and the note are fixed now.'),
  ).toBeVisible();
  expect(main.getByText(/^Don’t want it anymore\?/)).toHaveTextContent('what you paid for it is refunded');
  expect(links).toEqual([expect.stringMatching(/^\(800\)/), 'Go to dashboard']);
});

test('a customer who picks up reads that the store is fixed', async () => {
  const { main } = await open(created({ status: 'styled', customer_pick_up: true }));
  expect(main.getByText(/the day, the store, the theme and the note are fixed now\.$/)).toBeVisible();
  // Nobody can cancel the box now.
  expect(main.queryByText(/^Don’t want it anymore/)).toBeNull();
  expect(main.getByText(/^You still decide about each item/)).toBeVisible();
});

test.each<[Order['status'], Partial<Order>, string, string[]]>([
  ['styled', {}, 'This box can no longer be changed', ['Go to dashboard']],
  ['delivered_to_customer', {}, 'This box can no longer be changed', ['Review and check out', 'Go to dashboard']],
  [
    'post_customer_checkout_processing',
    { has_paid_invoice: true },
    'This box can no longer be changed',
    ['Go to dashboard'],
  ],
  ['completed', {}, 'This box is done', ['Order a box', 'See this order', 'Go to dashboard']],
  [
    'cancelled',
    { outgoing_shipment: null },
    'This box is canceled',
    ['Order a box', 'See this order', 'Go to dashboard'],
  ],
  ['cancelled', {}, 'This box was lost on its way', ['Order a box', 'See this order', 'Go to dashboard']],
  [
    'fraud',
    {},
    'This order was stopped',
    [expect.stringMatching(/^\(800\)/), 'Order a box', 'See this order', 'Go to dashboard'],
  ],
])('%s %j: %s', async (status, change, expected, offered) => {
  const { title, links } = await open(box({ status, ...change }));
  expect(title).toBe(expected);
  expect(links).toEqual(offered);
});

test('a stopped order says what happened to its money', async () => {
  const { main } = await open(box({ status: 'fraud' }));
  expect(main.getByText(/^This order was stopped\. Nothing more is charged/)).toBeVisible();
});

test('a customer with another box under way cannot order one', async () => {
  const { links } = await open(box({ status: 'completed' }), [created({ id: 'o2', code: 'SB-2' })]);
  expect(links).toEqual(['See this order', 'Go to dashboard']);
});
