import { Maskito } from '@maskito/core';
import userEvent from '@testing-library/user-event';
import { maskOf } from './mask';
import { cardNumber, expiration, type Masking, phone, zip } from './reading';

function maskedInput(masking: Masking): HTMLInputElement {
  const input = document.createElement('input');
  document.body.append(input);
  new Maskito(input, maskOf(masking));
  return input;
}

afterEach(() => document.body.replaceChildren());

test('a ZIP gets its dash with the sixth digit', async () => {
  const input = maskedInput(zip);
  await userEvent.type(input, '55401');
  expect(input).toHaveValue('55401');
  await userEvent.type(input, '1234x');
  expect(input).toHaveValue('55401-1234');
});

test('backspace deletes a separator', async () => {
  const input = maskedInput(phone);
  await userEvent.type(input, '6125');
  expect(input).toHaveValue('(612) 5');
  await userEvent.type(input, '{Backspace}');
  expect(input).toHaveValue('(612');
});

test('the caret stays after a digit that was typed in the middle', async () => {
  const input = maskedInput(zip);
  await userEvent.type(input, '554011234');
  await userEvent.type(input, '9', { initialSelectionStart: 2, initialSelectionEnd: 3 });
  expect(input).toHaveValue('55901-1234');
  expect(input.selectionStart).toBe(3);
});

test('text that was typed before the mask existed is not masked by a later event', () => {
  const input = document.createElement('input');
  document.body.append(input);
  input.value = '612555';
  new Maskito(input, maskOf(phone));
  // The end of a composition that began before the mask existed.
  input.value = '6125550';
  input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
  expect(input).toHaveValue('6125550');
});

test('characters that a mask would cut stay, so that the value is refused until they are deleted', async () => {
  const zipCode = maskedInput(zip);
  await userEvent.type(zipCode, '5540112345');
  expect(zipCode).toHaveValue('55401-12345');
  await userEvent.type(zipCode, '{Backspace}');
  expect(zipCode).toHaveValue('55401-1234');
  const card = maskedInput(cardNumber);
  await userEvent.type(card, '42424242424242424');
  expect(card).toHaveValue('42424242424242424');
  await userEvent.type(card, '{Backspace}');
  expect(card).toHaveValue('4242-4242-4242-4242');
  const american = maskedInput(phone);
  await userEvent.type(american, '442079460958');
  expect(american).toHaveValue('(442) 079-460958');
});

test.each([
  ['3/29', '03/29'],
  ['3-2029', '03/29'],
  ['12/2034', '12/34'],
  ['122034', '12/34'],
  ['1229', '12/29'],
  ['12/29', '12/29'],
  ['1/30', '01/30'],
])('the keys %s end as %s', async (keys, text) => {
  const input = maskedInput(expiration);
  await userEvent.type(input, keys);
  expect(input).toHaveValue(text);
});

test.each(['12/31/2029', '13/31/2029', '1/2/2029', '12/1999'])('the keys %s do not end as a month', async (keys) => {
  const input = maskedInput(expiration);
  await userEvent.type(input, keys);
  expect(input.value).not.toMatch(/^\d\d\/\d\d$/);
});

test('a phone number of another country is not formatted', async () => {
  const input = maskedInput(phone);
  await userEvent.type(input, '+44 20 7946 0958');
  expect(input).toHaveValue('+44 20 7946 0958');
});

/** The ways in which a whole text enters a field. */
const ways: [string, (input: HTMLInputElement, text: string) => unknown][] = [
  [
    'pasted',
    async (input, text) => {
      await userEvent.click(input);
      await userEvent.paste(text);
    },
  ],
  ...(['insertFromDrop', 'insertReplacementText', undefined] as const).map(
    (inputType): [string, (input: HTMLInputElement, text: string) => unknown] => [
      inputType ?? 'filled in',
      (input, text) => {
        input.value = text;
        // A browser's autofill sends a plain event without an `inputType`.
        input.dispatchEvent(
          inputType ? new InputEvent('input', { inputType, bubbles: true }) : new Event('input', { bubbles: true }),
        );
      },
    ],
  ),
];

describe.each(ways)('a text that is %s', (_, bring) => {
  test.each([
    ['an expiration', expiration, '03/2029', '03/29'],
    ['the year first', expiration, '2029-03', '03/29'],
    ['a month of one digit', expiration, '3/29', '03/29'],
    ['a day, which is no expiration', expiration, '12/31/2029', '12/31/2029'],
    ['a month of thirteen', expiration, '13/2029', '13/2029'],
    ['a card', cardNumber, '4242 4242 4242 4242', '4242-4242-4242-4242'],
    ['a card of 19 digits', cardNumber, '6205500000000000004', '6205500000000000004'],
    ['a phone with +1', phone, '+16125550100', '(612) 555-0100'],
    ['a phone of another country', phone, '+44 20 7946 0958', '+44 20 7946 0958'],
    ['a phone with an extension', phone, '612-555-0100 x5', '612-555-0100 x5'],
    ['a ZIP code', zip, '55401 1234', '55401-1234'],
    ['more than a ZIP code', zip, '5540112345', '5540112345'],
  ] as const)('%s', async (_name, masking, text, shown) => {
    const input = maskedInput(masking);
    await bring(input, text);
    expect(input).toHaveValue(shown);
  });
});
