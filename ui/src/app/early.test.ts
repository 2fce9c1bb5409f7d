import { statusQuery } from '~/api/status';
import { askEarly } from '~/lib/early';
import { now } from '~/lib/time/clock';
import { serve, statusOf } from '~test/server';
import { makeQueryClient } from './queryClient';

const client = () => makeQueryClient(() => undefined);

test('the first call takes the early answer, the next one asks the server', async () => {
  const { to } = serve({ 'GET /status': { body: statusOf({ version: '1.2.3' }) } });
  askEarly('/api/status', 'rules', 1_000);
  expect((await client().fetchQuery(statusQuery)).version).toBe('1.2.3');
  expect(to('GET /status')).toHaveLength(1);
  const [{ headers, credentials } = { headers: new Headers(), credentials: '' }] = to('GET /status');
  expect([headers.get('X-Rules-Version'), headers.get('Accept'), credentials]).toEqual([
    'rules',
    'application/json; version=1',
    'omit',
  ]);
  await client().fetchQuery(statusQuery);
  expect(to('GET /status')).toHaveLength(2);
});

test('the clock counts from when the early answer came, however late it is read', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
  serve({ 'GET /status': { body: statusOf({ now: '2026-11-20T15:00:00Z' }) } });
  askEarly('/api/status', 'rules', 1_000);
  await jest.advanceTimersByTimeAsync(0);
  jest.setSystemTime(new Date('2026-11-20T10:00:08Z'));
  await client().fetchQuery(statusQuery);
  // The browser is five hours behind.
  expect(now()).toBe('2026-11-20T15:00:08.000Z');
  jest.useRealTimers();
});

test('an answer that came in time can be read after the time limit', async () => {
  jest.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation((_, options) => {
    signal = options?.signal;
    return Promise.resolve(new Response('{}'));
  });
  askEarly('/api/status', 'rules', 1_000);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(signal?.aborted).toBe(false);
  jest.useRealTimers();
});

test('an early call that is not answered in time is aborted', async () => {
  jest.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation((_, options) => {
    signal = options?.signal;
    return new Promise(() => undefined);
  });
  askEarly('/api/status', 'rules', 1_000);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(signal?.aborted).toBe(true);
  jest.useRealTimers();
});

test('an early call that is not answered is made again', async () => {
  let isDown = true;
  const { to } = serve({
    'GET /status': () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return { body: statusOf({ version: '1.2.3' }) };
    },
  });
  askEarly('/api/status', 'rules', 1_000);
  await Promise.resolve();
  isDown = false;
  expect((await client().fetchQuery({ ...statusQuery, retryDelay: 0 })).version).toBe('1.2.3');
  expect(to('GET /status')).toHaveLength(2);
});
