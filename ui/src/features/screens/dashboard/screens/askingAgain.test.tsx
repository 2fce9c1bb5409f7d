import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import { box, dana } from '~test/boxes';
import { feeOfBox, noCharge } from '~test/charges';
import { openPage } from '~test/openPage';
import { type Answer, holdSession, serve, statusOf } from '~test/server';

beforeEach(holdSession);
afterEach(() => {
  jest.useRealTimers();
  setVisibility('visible');
});

const setVisibility = (state: DocumentVisibilityState) =>
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });

/** The dashboard of a customer whose orders change on the server. */
function open(first: Partial<Order>, more: Parameters<typeof serve>[0] = {}) {
  const shop = { orders: [box(first)], now: '2026-11-20T15:00:00Z' };
  const server = serve({
    'GET /account': { body: dana },
    'GET /account/next_charge': { body: noCharge() },
    'GET /orders': () => ({ body: { orders: shop.orders } }),
    'GET /status': () => ({ body: statusOf({ now: shop.now }) }),
    ...more,
  });
  return { shop, ...server, ...openPage('/dashboard') };
}

const title = (name: string) => screen.findByRole('heading', { level: 2, name });
const created = { status: 'created', next_charge: feeOfBox() } as const;
const styled = box({ status: 'styled', next_charge: noCharge({ time: 'tried_on' }) });

test.each([
  ['its window is focused', () => fireEvent.focus(window)],
  ['its tab comes to the front', () => fireEvent(document, new Event('visibilitychange'))],
  ['the browser shows it again', () => fireEvent(window, new Event('pageshow'))],
])('the dashboard loads its data again if %s', async (_, comeBack) => {
  const { shop } = open(created);
  await title('Your box is scheduled');
  shop.orders = [styled];
  act(comeBack);
  await title('Your box is being styled');
  const line = screen.getByRole('list', { name: 'Progress of your box' });
  expect(within(line).getByText('Styled').closest('li')).toHaveAttribute('aria-current', 'step');
});

test('the dashboard loads its data again after a navigation', async () => {
  const { shop, user, to } = open(created);
  await title('Your box is scheduled');
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Refer a friend' }));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'Your box is scheduled' })).toBeNull());
  shop.orders = [styled];
  const asked = to('GET /orders').length;
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }));
  await title('Your box is being styled');
  expect(to('GET /orders').length).toBeGreaterThan(asked);
});

test('while a box is under way the dashboard loads its data every minute, and only while the page is visible', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { shop, to } = open(created);
  await title('Your box is scheduled');
  shop.orders = [styled];
  const asked = to('GET /orders').length;
  await act(() => jest.advanceTimersByTimeAsync(59_000));
  expect(to('GET /orders')).toHaveLength(asked);
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  await title('Your box is being styled');
  expect(to('GET /orders')).toHaveLength(asked + 1);
  setVisibility('hidden');
  await act(() => jest.advanceTimersByTimeAsync(180_000));
  expect(to('GET /orders')).toHaveLength(asked + 1);
});

test('without a box under way the dashboard does not load its data by itself', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { to } = open({ status: 'completed' });
  await title('Ready for your next box?');
  const asked = to('GET /orders').length;
  await act(() => jest.advanceTimersByTimeAsync(180_000));
  expect(to('GET /orders')).toHaveLength(asked);
});

test('a phone that is used again after a day shows that the day to decide by has passed, even if nothing else has changed', async () => {
  const { shop } = open({ checkout_by_date: '2026-11-20' });
  await screen.findByText(/^Decide by/);
  shop.now = '2026-11-21T15:00:00Z';
  act(() => void fireEvent(document, new Event('visibilitychange')));
  await screen.findByText(/^Your try-on days ended on/);
  expect(screen.queryByText(/^Decide by/)).toBeNull();
});

test('the charge is always the one that was loaded with the order', async () => {
  const declined = feeOfBox({ time: 'tried_again', on: '2026-11-21', at: '2026-11-21T15:00:00Z' });
  open(
    { status: 'created', payment: waiting, next_charge: declined },
    { 'GET /account/next_charge': { body: feeOfBox() } },
  );
  await title('Your box is scheduled');
  const words = (await screen.findByText(/^Styling fee:|We try again/)).textContent;
  expect(words).toContain('$20.00');
  expect(screen.queryByText(/when your box is styled/)).toBeNull();
});

const waiting = {
  problem: 'declined',
  amount: '20.00',
  by_new_card: false,
  bank_url: null,
  confirm_in_page: false,
} as const;

test('unchanged data are not sent again, and stay', async () => {
  const tagged = (tag: string, body: unknown): Answer => ({ body, headers: { ETag: tag } });
  const { to } = open(created, {
    'GET /orders': ({ headers }) =>
      headers.get('If-None-Match') === 'W/"1"' ? { status: 304 } : tagged('W/"1"', { orders: [box(created)] }),
  });
  await title('Your box is scheduled');
  act(() => void fireEvent.focus(window));
  await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
  expect(to('GET /orders')[1]?.headers.get('If-None-Match')).toBe('W/"1"');
  await title('Your box is scheduled');
  expect(screen.queryByText(/look up your box/)).toBeNull();
});

test('a failure to load the data again shows no toast, and the box stays', async () => {
  let answer: Answer = { body: { orders: [box(created)] } };
  const { to } = open(created, { 'GET /orders': () => answer });
  await title('Your box is scheduled');
  answer = { status: 503, body: { errors: { unavailable: 'Later.' } } };
  act(() => void fireEvent.focus(window));
  await waitFor(() => expect(to('GET /orders')).toHaveLength(2));
  await screen.findByText(/look up your box/);
  expect(screen.queryByText('Later.')).toBeNull();
  await title('Your box is scheduled');
});
