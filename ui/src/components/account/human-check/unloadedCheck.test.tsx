import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeReload } from '~/lib/draft/store';
import { watchReloads } from '~test/reloads';
import { serve } from '~test/server';
// The path from the root: `./OwnCheck` is replaced in tests.
import OwnCheck from '~/components/account/human-check/OwnCheck';

/** Whether loading the solver's code never ends. It fails if this is false. */
let mockStalls = false;

jest.mock('~/components/account/human-check/solveChallenge', () => {
  // A module whose `then` calls nothing is never loaded.
  // oxlint-disable-next-line unicorn/no-thenable
  if (mockStalls) return { __esModule: true, then: () => undefined };
  throw new TypeError('Failed to fetch dynamically imported module');
});

const reloads = watchReloads();
const challenged = { 'GET /human_check': { body: { parameters: {}, signature: 'signed' } } };
const failing = () => Promise.reject(new TypeError('Failed to fetch'));
const notLoaded = 'The verification did not load. Please reload the page.';
const unreachable = 'We cannot be reached right now. Please check your connection and try again.';

/** Shows the check, and checks its box. */
async function check() {
  const user = userEvent.setup({ delay: null });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnCheck onToken={() => undefined} onWork={() => undefined} messageId={undefined} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('checkbox'));
  return user;
}

const reload = () => screen.getByRole('button', { name: 'Reload' });

test('if the code of the check cannot be loaded, a reload is offered, which keeps the typed text', async () => {
  serve(challenged);
  const user = await check();
  expect(await screen.findByText(notLoaded)).toHaveRole('alert');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  const kept = jest.fn();
  beforeReload(kept);
  await user.click(reload());
  await waitFor(() => expect(reloads()).toBe(1));
  expect(kept).toHaveBeenCalledTimes(1);
});

test('a reload without a network says so, and the form stays', async () => {
  serve(challenged);
  const user = await check();
  await screen.findByText(notLoaded);
  globalThis.fetch = failing;
  await user.click(reload());
  await waitFor(() => expect(reload()).toHaveAccessibleDescription(unreachable));
  expect(reloads()).toBe(0);
  expect(screen.getByRole('checkbox')).toBeVisible();
});

test('without a network the check says so, and the box can be checked again', async () => {
  globalThis.fetch = failing;
  const user = await check();
  expect(await screen.findByText(unreachable)).toHaveRole('alert');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  serve(challenged);
  await user.click(screen.getByRole('checkbox'));
  expect(await screen.findByText(notLoaded)).toBeVisible();
});

test('code that stalls while it loads counts as not loaded after half a minute', async () => {
  mockStalls = true;
  jest.useFakeTimers({ advanceTimers: true });
  serve(challenged);
  await check();
  await act(() => jest.advanceTimersByTimeAsync(29_000));
  expect(screen.getByRole('checkbox')).toHaveAccessibleName('Verifying…');
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByText(notLoaded)).toBeVisible();
  expect(reload()).toBeVisible();
  jest.useRealTimers();
});
