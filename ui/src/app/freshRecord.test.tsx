import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Account } from '~/api/schema.gen';
import type { Order } from '~/api/order/orders';
import { box, dana } from '~test/boxes';
import { noCharge } from '~test/charges';
import { openPage } from '~test/openPage';
import { cardOnFile } from '~test/ordering';
import { questionnaireOf } from '~test/quiz';
import { type Answer, holdSession, serve } from '~test/server';

beforeEach(holdSession);
afterEach(() => jest.useRealTimers());

interface Shop {
  account: Account;
  orders: Order[];
  failing: Answer | null;
  /** The answer with the orders, if it is held back. */
  late: Promise<Answer> | null;
  /** Whether the orders were loaded while their answer was held back. */
  asked: boolean;
}

/** The dashboard of a customer whose data staff, the bank and other tabs change while it is open. */
async function open(first: Partial<Order>) {
  const shop: Shop = { account: dana, orders: [box(first)], failing: null, late: null, asked: false };
  const server = serve({
    'GET /account': () => shop.failing ?? { body: shop.account },
    'GET /orders': () => {
      shop.asked = shop.late !== null;
      return shop.late ?? shop.failing ?? { body: { orders: shop.orders } };
    },
    'GET /account/next_charge': { body: noCharge() },
    'GET /credit_card': { body: cardOnFile() },
  });
  const page = openPage('/dashboard');
  await screen.findByText(/^Box SB-1/);
  return { shop, ...server, ...page };
}

const waiting = {
  problem: 'declined',
  amount: '1.00',
  by_new_card: false,
  bank_url: null,
  confirm_in_page: false,
} as const;

test('change payment opens with the bank’s latest answer, not with what the dashboard loaded', async () => {
  const { shop, user } = await open({ status: 'created', payment: waiting });
  shop.account = { ...dana, first_timer: true, payment_needed: true };
  await user.click(screen.getByRole('link', { name: 'Change payment' }));
  expect(await screen.findByRole('button', { name: 'Change Payment' })).toBeVisible();
});

test('the checkout does not open for a box that another tab has checked out', async () => {
  const { shop, user, path } = await open({});
  shop.orders = [box({ status: 'checked_out_by_customer', has_paid_invoice: true })];
  await user.click(screen.getByRole('link', { name: 'Review and check out' }));
  await screen.findByRole('heading', { level: 2, name: 'Checkout complete' });
  expect(path()).toBe('/dashboard');
});

test('while the record is loaded again, the page says that it loads', async () => {
  const { shop, user } = await open({});
  let answer: (late: Answer) => void = () => {};
  shop.late = new Promise((resolve) => {
    answer = resolve;
  });
  await user.click(screen.getByRole('link', { name: 'Review and check out' }));
  await waitFor(() => expect(shop.asked).toBe(true));
  expect(within(screen.getByRole('main')).getByText('Loading')).toBeInTheDocument();
  await act(async () => answer({ body: { orders: shop.orders } }));
  await waitFor(() => expect(within(screen.getByRole('main')).queryByText('Loading')).toBeNull());
});

test('while a record is loaded for the first time, the page says once that it loads', async () => {
  const shop: { late: (answer: Answer) => void } = { late: () => {} };
  const { to } = serve({
    'GET /account': { body: dana },
    'GET /orders': () => new Promise((resolve) => (shop.late = resolve)),
    'GET /locations': { body: { locations: [] } },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /account/devices': { body: { devices: [] } },
    'GET /style_profiles/current': { status: 503 },
    'GET /credit_card': { body: cardOnFile() },
  });
  const { router } = openPage('/account/management');
  await screen.findByRole('textbox', { name: /^Last name/ });
  await act(() => router.navigate('/change/payment'));
  await waitFor(() => expect(to('GET /orders')).toHaveLength(1));
  expect(screen.getAllByText('Loading')).toHaveLength(1);
  await act(async () => shop.late({ body: { orders: [box({})] } }));
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
});

test('the account form opens with what another tab has saved', async () => {
  const { shop, user } = await open({});
  shop.account = { ...dana, last_name: 'Byron' };
  await user.click(screen.getByRole('link', { name: /^Account / }));
  expect(await screen.findByRole('textbox', { name: /^Last name/ })).toHaveValue('Byron');
});

test('a screen opens with the known data if nothing can be loaded', async () => {
  const { shop } = await open({});
  shop.failing = { status: 503, body: { errors: { unavailable: 'Later.' } } };
  // The message goes after eight seconds.
  jest.useFakeTimers();
  fireEvent.click(screen.getByRole('link', { name: /^Account / }));
  expect(await screen.findByRole('textbox', { name: /^Last name/ })).toHaveValue('Lee');
  await waitFor(() => expect(screen.queryByText('Later.')).toBeNull());
});

test('the subscription opens only after the orders are loaded again', async () => {
  const { shop, user } = await open({});
  let answer: (late: Answer) => void = () => {};
  shop.late = new Promise((resolve) => {
    answer = resolve;
  });
  await user.click(screen.getByRole('link', { name: /^Subscription/ }));
  await waitFor(() => expect(shop.asked).toBe(true));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await act(async () => answer({ body: { orders: [] } }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
});
