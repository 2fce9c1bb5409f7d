import { Maskito } from '@maskito/core';
import userEvent from '@testing-library/user-event';
import { maskPhone, maskZip } from '~/core';
import { maskOf } from './mask';

function maskedInput(rule: (text: string) => string): HTMLInputElement {
  const input = document.createElement('input');
  document.body.append(input);
  new Maskito(input, maskOf(rule));
  return input;
}

afterEach(() => document.body.replaceChildren());

test('a ZIP gets its dash with the sixth digit', async () => {
  const input = maskedInput(maskZip);
  await userEvent.type(input, '55401');
  expect(input).toHaveValue('55401');
  await userEvent.type(input, '1234x5');
  expect(input).toHaveValue('55401-1234');
});

test('backspace deletes a separator', async () => {
  const input = maskedInput(maskPhone);
  await userEvent.type(input, '6125');
  expect(input).toHaveValue('(612) 5');
  await userEvent.type(input, '{Backspace}');
  expect(input).toHaveValue('(612');
});

test('the caret stays after a digit that was typed in the middle', async () => {
  const input = maskedInput(maskZip);
  await userEvent.type(input, '554011234');
  await userEvent.type(input, '9', { initialSelectionStart: 2, initialSelectionEnd: 3 });
  expect(input).toHaveValue('55901-1234');
  expect(input.selectionStart).toBe(3);
});
