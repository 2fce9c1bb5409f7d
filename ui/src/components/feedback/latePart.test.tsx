import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { watchReloads } from '~test/reloads';
import { serve } from '~test/server';
import { latePart, optionalPart } from './latePart';

const reloads = watchReloads();
const unloaded = /^This part of the page did not load\./;

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

/** Shows a field, and below it a part whose code fails to load `failures` times. */
function open(kind: typeof latePart, failures: number) {
  let left = failures;
  const Part = kind<{ name: string }>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ name }) => <p>The part for {name}</p> };
  });
  const user = userEvent.setup({ delay: null });
  const client = new QueryClient();
  const screenWith = (hasPart: boolean) => (
    <QueryClientProvider client={client}>
      <input aria-label="Your name" />
      <Suspense fallback={<p>Loading</p>}>{hasPart ? <Part name="Ann" /> : null}</Suspense>
    </QueryClientProvider>
  );
  const { rerender } = render(screenWith(true));
  return { user, show: (hasPart: boolean) => rerender(screenWith(hasPart)) };
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('a part whose code cannot be loaded says so in its place until it is loaded, and the screen stays', async () => {
  const { user } = open(latePart, 2);
  await user.type(screen.getByLabelText('Your name'), 'Ann Lee');
  expect(await screen.findByText(unloaded)).toBeVisible();
  await pass(2_000);
  expect(screen.getByText(unloaded)).toBeVisible();
  await pass(1_000);
  expect(screen.getByText('The part for Ann')).toBeVisible();
  expect(screen.queryByText(unloaded)).toBeNull();
  expect(screen.getByLabelText('Your name')).toHaveValue('Ann Lee');
});

test('a part that is not loaded offers a reload, for browsers that keep the failure', async () => {
  serve({});
  const { user } = open(latePart, Number.POSITIVE_INFINITY);
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  await act(async () => undefined);
  expect(reloads()).toBe(1);
});

test('a part that was loaded after failures shows at once the next time', async () => {
  const { show } = open(latePart, 2);
  expect(await screen.findByText(unloaded)).toBeVisible();
  await pass(3_000);
  expect(screen.getByText('The part for Ann')).toBeVisible();
  show(false);
  expect(screen.queryByText('The part for Ann')).toBeNull();
  show(true);
  expect(screen.getByText('The part for Ann')).toBeVisible();
});

test('an optional part is left out until it is loaded', async () => {
  open(optionalPart, 2);
  await pass(0);
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.queryByText(unloaded)).toBeNull();
  await pass(3_000);
  expect(screen.getByText('The part for Ann')).toBeVisible();
});
