import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lateDialog } from './lateDialog';

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

test('a dialog whose code cannot be loaded says so once it should be open, and is scrolled to', async () => {
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
  let left = 2;
  const Question = lateDialog<{ isOpen: boolean }>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ isOpen }) => (isOpen ? <p>Sure?</p> : null) };
  });
  const client = new QueryClient();
  const screenWith = (isOpen: boolean) => (
    <QueryClientProvider client={client}>
      <Suspense fallback={<p>Loading</p>}>
        <Question isOpen={isOpen} />
      </Suspense>
    </QueryClientProvider>
  );
  const { rerender } = render(screenWith(false));
  await pass(0);
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(screenWith(true));
  expect(screen.getByRole('alert')).toHaveTextContent(/^This part of the page did not load\./);
  expect(scroll).toHaveBeenCalledTimes(1);
  await pass(3_000);
  expect(screen.getByText('Sure?')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  scroll.mockRestore();
});
