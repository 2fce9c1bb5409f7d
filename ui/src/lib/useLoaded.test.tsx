import { act, render, screen } from '@testing-library/react';
import { useLoaded } from './useLoaded';

const load = jest.fn<Promise<{ words: string }>, []>();

function Loader({ wanted = true }: { wanted?: boolean }) {
  const { code, isFailed } = useLoaded(load, wanted);
  return <p>{code?.words ?? (isFailed ? 'failed' : 'nothing')}</p>;
}

beforeEach(() => {
  jest.useFakeTimers();
  load.mockReset();
});
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('code is not loaded before it is wanted', async () => {
  load.mockResolvedValue({ words: 'here' });
  const { rerender } = render(<Loader wanted={false} />);
  await pass(10_000);
  expect(load).not.toHaveBeenCalled();
  rerender(<Loader />);
  await pass(0);
  expect(screen.getByText('here')).toBeVisible();
});

test('code that cannot be loaded is tried again until it is loaded', async () => {
  load.mockRejectedValueOnce(new Error('no network')).mockRejectedValueOnce(new Error('no network'));
  load.mockResolvedValue({ words: 'here' });
  render(<Loader />);
  await pass(0);
  expect(screen.getByText('failed')).toBeVisible();
  await pass(10_000);
  expect(screen.getByText('here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

test('code that is no longer wanted is not tried again', async () => {
  load.mockRejectedValue(new Error('no network'));
  const { unmount } = render(<Loader />);
  await pass(0);
  unmount();
  await pass(10_000);
  expect(load).toHaveBeenCalledTimes(1);
});
