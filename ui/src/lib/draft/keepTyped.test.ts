import { holdTyped, typedKey } from './typed';
import { keepTyped } from './keepTyped';

/** What of a form is written down. */
function keptOf(values: Record<string, unknown>): unknown {
  const release = holdTyped('form', () => values);
  keepTyped();
  release();
  const kept = JSON.parse(sessionStorage.getItem(typedKey) ?? '[]') as { values: unknown }[];
  return kept[0]?.values ?? {};
}

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  'password',
  'password_confirmation',
  'newPassword',
  'card_info.credit_card_number',
  'card_info.expiration',
  'card_info.cvv',
  'cardNumber',
  'cvc',
  'recaptchaToken',
  'reset_password_token',
  'mfa.code',
  'mfa_code',
  'oneTimeCode',
  'pin',
  'gift_card_error',
])('what is called %s is secret', (name) => {
  expect(keptOf({ [name]: 'x', first_name: 'Ada' })).toEqual({ first_name: 'Ada' });
});

test.each([
  'registration_postal_code',
  'cardholder.zip_code',
  'shipping.postal_code',
  'cardholder.name',
  'shipping.city',
])('what is called %s is not', (name) => {
  expect(keptOf({ [name]: 'x' })).toEqual({ [name]: 'x' });
});

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '3782-822463-10005',
  'My card is 4242 4242 4242 4242, thanks',
  ['4242424242424242'],
  { number: '4242424242424242' },
])('what reads like a card number is secret, whatever it is called: %j', (value) => {
  expect(keptOf({ note: value })).toEqual({});
});

test.each([
  '(612) 555-0100',
  '55401-1234',
  '2026-11-30',
  '12 Main Street',
  true,
  4,
  ['Too Big'],
  { month: '02', year: '1988' },
])('what does not is kept as it is: %j', (value) => {
  expect(keptOf({ note: value })).toEqual({ note: value });
});

test.each([
  'type="password"',
  'type="text" autocomplete="current-password"',
  'autocomplete="section-a new-password"',
  'autocomplete="one-time-code"',
  'autocomplete="cc-number"',
  'autocomplete="billing cc-csc"',
  'autocomplete="cc-exp-month"',
])('what stands in an input with %s is secret, whatever it is called', (attributes) => {
  document.body.innerHTML = `<input ${attributes} value="07" />`;
  expect(keptOf({ note: '07', other: '08' })).toEqual({ other: '08' });
});

test('nothing is written where nothing was typed', () => {
  expect(keptOf({})).toEqual({});
  expect(sessionStorage).toHaveLength(0);
});
