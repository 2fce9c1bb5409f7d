import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { watchReloads } from '~test/reloads';
import { serve } from '~test/server';

// As in a browser that keeps the failure of a load until the page is reloaded.
jest.mock('~/features/account/sign-in/screens/ForgotPassword', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const reloads = watchReloads();
afterEach(() => jest.useRealTimers());
const failing = () => Promise.reject(new TypeError('Failed to fetch'));
const heading = () => screen.findByRole('heading', { level: 1, name: 'This page did not load' });
const tryAgain = () => screen.getByRole('button', { name: 'Try again' });

/** Opens sign-in, and from there the screen whose code cannot be loaded. */
async function follow() {
  const page = openPage('/login');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  await act(() => page.router.navigate('/forgot_password'));
  await heading();
  return page;
}

test('a screen whose code cannot be loaded is opened by a reload at its address if the server can be reached', async () => {
  serve({});
  const { path } = await follow();
  await waitFor(() => expect(reloads()).toBe(1));
  expect(path()).toBe('/forgot_password');
});

test('without the server the page stays, and Try again says why', async () => {
  serve({});
  const server = globalThis.fetch;
  const page = openPage('/login');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  globalThis.fetch = failing;
  await act(() => page.router.navigate('/forgot_password'));
  await heading();
  await page.user.click(tryAgain());
  await waitFor(() => expect(tryAgain()).toHaveAccessibleDescription(/^We cannot be reached right now\./));
  expect(reloads()).toBe(0);
  globalThis.fetch = server;
  await page.user.click(tryAgain());
  await waitFor(() => expect(reloads()).toBe(1));
});

test('the page reloads by itself once the server answers', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  const { to } = serve({ 'HEAD /members/forgot_password': { status: 502 } });
  await follow();
  await pass(3_000);
  expect(to('HEAD /members/forgot_password')).toHaveLength(2);
  expect(reloads()).toBe(0);
  serve({});
  await pass(3_000);
  expect(reloads()).toBe(1);
  await pass(10_000);
  expect(reloads()).toBe(1);
});

test('a customer who has gone back before the server answers is not disturbed by the reload', async () => {
  serve({});
  const server = globalThis.fetch;
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page = openPage('/login');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'HEAD') await asked;
    return server(input, init);
  };
  await act(() => page.router.navigate('/forgot_password'));
  await heading();
  await act(() => page.router.navigate('/login'));
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(reloads()).toBe(0);
});

test('the page reloads by itself when the network is back', async () => {
  serve({ 'HEAD /members/forgot_password': { status: 502 } });
  await follow();
  await act(async () => undefined);
  expect(reloads()).toBe(0);
  serve({});
  fireEvent.online(window);
  await waitFor(() => expect(reloads()).toBe(1));
});

test('the screen with which the document began reloads only if the customer says so', async () => {
  const { to } = serve({});
  const { user } = openPage('/forgot_password');
  await heading();
  await act(async () => undefined);
  expect(to('HEAD /members/forgot_password')).toHaveLength(0);
  await user.click(tryAgain());
  await waitFor(() => expect(reloads()).toBe(1));
});
