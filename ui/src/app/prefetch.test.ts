import { prefetch } from './prefetch';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Prefetches three screens. Those in `failing` cannot be loaded. Returns the names of those that were tried. */
async function tried(...failing: string[]): Promise<string[]> {
  const seen: string[] = [];
  const loads = ['first', 'second', 'third'].map((name) => async () => {
    seen.push(name);
    if (failing.includes(name)) throw new TypeError('Failed to fetch dynamically imported module');
  });
  const done = prefetch(loads);
  await jest.advanceTimersByTimeAsync(60_000);
  await done;
  return seen;
}

test('the code of all screens is loaded', async () => {
  expect(await tried()).toEqual(['first', 'second', 'third']);
});

test('the first failure ends it, because some browsers keep each failure until the page is reloaded', async () => {
  expect(await tried('second', 'third')).toEqual(['first', 'second']);
});

test('nothing is loaded on a network that the customer saves', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  expect(await tried()).toEqual([]);
  Reflect.deleteProperty(navigator, 'connection');
});
