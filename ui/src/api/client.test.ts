import { holdSession, serve } from '~test/server';
import { api, setCustomer } from './client';
import { ApiError, errorsOf, issuesOf } from './errors';

const someone = { email: 'ann@example.com', password: 'Stylebox#2026' };

test('a call names the API version, and has the anti-forgery token only if core’s rule demands it', async () => {
  holdSession();
  const { calls } = serve({
    'GET /account': { body: {} },
    'PATCH /account': { body: {} },
    'POST /sessions': { body: {} },
  });
  await api.get('/account');
  await api.patch('/account', { body: { customer: {} } });
  await api.post('/sessions', { body: { customer: someone } });

  expect(calls.map(({ headers }) => headers.get('Accept'))).toEqual(Array(3).fill('application/json; version=1'));
  expect(calls.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual([null, 'token', null]);
});

test('each call begins a trace of its own', async () => {
  const { calls } = serve({ 'GET /account': { body: {} } });
  await api.get('/account');
  await api.get('/account');
  const parents = calls.map(({ headers }) => headers.get('traceparent'));
  for (const parent of parents) expect(parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(parents[0]).not.toBe(parents[1]);
});

test('a page of a customer makes its calls for this customer only; signing in or out concerns the session of the browser', async () => {
  const { calls } = serve({
    'GET /account': { body: {} },
    'POST /sessions': { body: {} },
    'DELETE /sessions': { status: 204 },
  });
  await api.get('/account');
  setCustomer('ann');
  await api.get('/account');
  await api.post('/sessions', { body: { customer: someone } });
  await api.delete('/sessions');
  setCustomer(null);
  await api.get('/account');
  expect(calls.map(({ headers }) => headers.get('X-Customer-Id'))).toEqual([null, 'ann', null, null, null]);
});

describe('signing out', () => {
  const isHeld = () => document.cookie.includes('XSRF-TOKEN');

  test('removes what is left of a session that was already over', async () => {
    serve({ 'DELETE /sessions': { status: 204 } });
    await api.delete('/sessions');
    expect(isHeld()).toBe(false);
  });

  test('does not touch a newer session', async () => {
    serve({
      'DELETE /sessions': () => {
        document.cookie = 'XSRF-TOKEN=newer; path=/';
        return { status: 204 };
      },
    });
    await api.delete('/sessions');
    expect(isHeld()).toBe(true);
  });
});

test('the error of a refusal has its status and body', async () => {
  const body = { errors: { credentials_invalid: 'No' }, issues: [{ field: 'email', code: 'x', message: 'y' }] };
  serve({ 'POST /sessions': { status: 401, body } });
  const error = await api.post('/sessions', { body: { customer: someone } }).catch((refusal: unknown) => refusal);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, method: 'POST' });
  expect(errorsOf(error)).toEqual([{ code: 'credentials_invalid', message: 'Invalid username or password' }]);
  expect(issuesOf(error)).toEqual(body.issues);
});

test('a call without an answer is an error with status 0', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const error = await api.get('/account').catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ status: 0 });
  const message = 'We cannot be reached right now. Please check your connection and try again.';
  expect(errorsOf(error)).toEqual([{ code: 'no_connection', message }]);
});

test.each([
  ['A call', 5 * 60_000, () => api.post('/sessions', { body: { customer: someone } })],
  ['A call with its own timeout', 1000, () => api.get('/account', { timeoutMs: 1000 })],
])('%s that hangs ends after %d ms', async (_, ms, call) => {
  const timers = new Map<number, AbortController>();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((wait) => {
    const timer = new AbortController();
    timers.set(wait, timer);
    return timer.signal;
  });
  globalThis.fetch = (_input, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const answer = call().catch((error: unknown) => error);
  await Promise.resolve();
  expect([...timers.keys()]).toEqual([ms]);
  timers.get(ms)?.abort();
  expect(await answer).toMatchObject({ status: 0 });
  timeout.mockRestore();
});

test('a call has the session’s cookie, and an anonymous call has not', async () => {
  const { calls } = serve({ 'GET /account': { body: {} }, 'GET /locations': { body: {} } });
  await api.get('/account');
  await api.get('/locations', { anonymous: true });
  expect(calls.map(({ credentials }) => credentials)).toEqual(['include', 'omit']);
});

test('path and query parameters are encoded', async () => {
  const { calls } = serve({});
  await api.get('/orders/{id}', { path: { id: 'a/b c' } }).catch(() => undefined);
  await api.get('/locations', { query: { q: 'St. Paul & more' } }).catch(() => undefined);
  await api.get('/locations', { query: {} }).catch(() => undefined);
  expect(calls.map(({ path }) => path)).toEqual(['/orders/a%2Fb%20c', '/locations?q=St.+Paul+%26+more', '/locations']);
});

/** Compiled, but never run: each line below a comment must be a type error, or the comment itself is one. */
export async function callsThatDoNotCompile() {
  // @ts-expect-error There is no such path.
  await api.get('/order');
  // @ts-expect-error The path does not take the method.
  await api.delete('/account');
  // @ts-expect-error A path's parameter is missing.
  await api.get('/orders/{id}');
  // @ts-expect-error A path's parameter has another name.
  await api.get('/orders/{id}', { path: { order_id: '1' } });
  // @ts-expect-error The body is missing.
  await api.post('/sessions');
  // @ts-expect-error A field of the body is missing.
  await api.post('/sessions', { body: { customer: { email: 'ann@example.com' } } });
  // @ts-expect-error A field of the body has another type.
  await api.post('/invoices/{id}/coupons', { path: { id: '1' }, body: { code: 5 } });
  // @ts-expect-error The body has a field that the call does not take.
  await api.post('/invoices/{id}/coupons', { path: { id: '1' }, body: { code: 'WELCOME', coupon: 'WELCOME' } });
  // @ts-expect-error The call takes no body.
  await api.post('/orders/{id}/cancel', { path: { id: '1' }, body: {} });
  // @ts-expect-error The required header is missing.
  await api.post('/invoices/{id}/checkout', { path: { id: '1' }, body: { expected_total_due: '1.00' } });
  // @ts-expect-error The query has no such parameter.
  await api.get('/locations', { query: { zip: '55401' } });

  const order = await api.get('/orders/{id}', { path: { id: '1' } });
  const signedOut = await api.delete('/sessions');
  return [
    // @ts-expect-error The answer has no such field.
    order.total,
    // @ts-expect-error There is no such status.
    order.status === 'delivered',
    // @ts-expect-error The call answers without a body.
    signedOut.id,
  ];
}
