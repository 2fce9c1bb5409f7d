import { renderHook } from '@testing-library/react';
import { useOnce } from './useOnce';

test('a second press does nothing until the first has succeeded or failed', async () => {
  const { result } = renderHook(useOnce);
  let end = () => {};
  const action = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const first = result.current(action);
  await result.current(action);
  expect(action).toHaveBeenCalledTimes(1);
  end();
  await first;
  await expect(result.current(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  void result.current(action);
  expect(action).toHaveBeenCalledTimes(2);
});
