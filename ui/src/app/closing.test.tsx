import { screen, waitFor, within } from '@testing-library/react';
import type { Account } from '~/api/schema.gen';
import { messagesText } from '~/core';
import { box, dana } from '~test/boxes';
import { noCharge } from '~test/charges';
import { openPage } from '~test/openPage';
import { done } from '~test/ordering';
import { holidays, questionnaireOf } from '~test/quiz';
import { type Handlers, holdSession, serve, statusOf } from '~test/server';
import { offered } from '~test/themeBoxes';

beforeEach(holdSession);

const waits_for = ['A payment or a refund is under way.'];
const closing: Account = { ...dana, closing: { since: '2026-11-20T15:00:00Z', waits_for } };

const friends = { referrals: [], page: 0, limit: 10, total: 0, earnings: { earned: 0, usable: 0, use_before: null } };

function open(path: string, account = closing, handlers: Handlers = {}) {
  const server = serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: account },
    'GET /orders': { body: { orders: [done] } },
    'GET /credit_card': { status: 404, body: null },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /holidays': { body: holidays },
    'GET /account/next_charge': { body: noCharge({ card: null }) },
    'GET /current_themeboxes': offered,
    'GET /referrals?page=0&limit=10&sort_field=created_at&sort_order=asc': { body: friends },
    'GET /referrals?limit=1': { body: friends },
    ...handlers,
  });
  return { ...openPage(path), ...server };
}

const notice = () => screen.findByRole('region', { name: 'Closing your account' });

test.each(['/orderhistory', '/manage/subscription', '/refer/friend', '/customize/order/custom', '/theme/box'])(
  'an account that is being closed says on %s what it waits for and what it cannot begin, with the links',
  async (path) => {
    open(path);
    const said = within(await notice());
    for (const words of [messagesText('account_is_closing'), ...waits_for, messagesText('closing_begins_nothing')]) {
      expect(said.getByText(words)).toBeVisible();
    }
    expect(said.getByRole('link', { name: 'See what is open' })).toHaveAttribute('href', '/members/dashboard');
    const keep = said.getByRole('link', { name: 'Keep my account after all' });
    expect(keep).toHaveAttribute('href', '/members/account/management');
  },
);

test('once everything is settled, the notice says so', async () => {
  open('/orderhistory', { ...closing, closing: { since: '2026-11-20T15:00:00Z', waits_for: [] } });
  expect(within(await notice()).getByText(messagesText('account_is_settled'))).toBeVisible();
});

test('an account that is not being closed has no notice', async () => {
  open('/orderhistory', dana);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Closing your account' })).toBeNull();
});

test.each([
  '/customize/order/order',
  '/customize/order/custom',
  '/customize/order/new/pickup',
  '/customize/order/custom/pickup',
  '/theme/box',
  '/order-theme-box',
])('%s offers no order', async (path) => {
  const { to } = open(path);
  await notice();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Send it to me' })).toBeNull();
  expect(to('GET /holidays')).toHaveLength(0);
});

test('an existing order can still be changed', async () => {
  const order = box({ status: 'created', ship_by_date: '2026-12-01', line_items: [], outfits: [], invoices: [] });
  open('/customize/order/o1', closing, { 'GET /orders': { body: { orders: [order] } } });
  await notice();
  expect(await screen.findByRole('button', { name: 'Change address' })).toBeVisible();
});

test('the dashboard offers neither a box nor the link for friends', async () => {
  open('/dashboard');
  await notice();
  expect(await screen.findByRole('heading', { level: 2, name: messagesText('order_a_box') })).toBeVisible();
  await screen.findByText('Refer a friend', { selector: 'span' });
  expect(screen.queryByRole('link', { name: messagesText('order_box') })).toBeNull();
  expect(screen.queryByRole('link', { name: messagesText('order_pickup') })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  expect(screen.getByText('See the friends who joined with your link.')).toBeVisible();
  // The notice has no other link.
  expect(within(await notice()).queryByRole('link', { name: 'See what is open' })).toBeNull();
});

test('the page for friends shows the friends and no link for more of them', async () => {
  open('/refer/friend');
  expect(await screen.findByRole('heading', { level: 2, name: 'Your friends' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'How it works' })).toBeNull();
});

test('the subscription has ended, and no frequency is chosen', async () => {
  open('/manage/subscription');
  expect(await screen.findByText(/^It has ended\./)).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Your next charge' })).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
});

test('the account’s own screen says it once, without the notice', async () => {
  open('/account/management', closing, {
    'GET /account/devices': { body: { devices: [] } },
    'GET /locations': { body: { locations: [] } },
  });
  await waitFor(() => expect(screen.getAllByText(waits_for[0] ?? '')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Closing your account' })).toBeNull();
});
