import { fireEvent } from '@testing-library/react';
import { untilTypingPauses, watchTyping } from './typing';

test('heavy work waits until typing pauses', async () => {
  jest.useFakeTimers();
  const begin = jest.fn();
  const wait = async (ms: number) => jest.advanceTimersByTimeAsync(ms);

  // Nobody types.
  void untilTypingPauses().then(begin);
  await wait(0);
  expect(begin).toHaveBeenCalledTimes(1);

  // The visitor is in a field before the script runs, and goes on typing.
  document.body.innerHTML = '<input aria-label="First name">';
  const field = document.querySelector('input') as HTMLInputElement;
  field.focus();
  watchTyping();
  void untilTypingPauses().then(begin);
  for (let key = 0; key < 10; key += 1) {
    await wait(200);
    fireEvent.keyDown(field, { key: 'a' });
  }
  expect(begin).toHaveBeenCalledTimes(1);
  await wait(300);
  expect(begin).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});
