// How Stripe's fields read and format what is typed, as their `change` events show it.

const digitsOf = (text) => text.replaceAll(/\D/g, '');

const brands = [
  ['amex', /^3[47]/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['discover', /^6(011|5)/],
];

const brandOf = (digits) => brands.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'unknown';

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const messages = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: 'Your card’s expiration date is incomplete.',
  invalid_expiry_month: 'Your card’s expiration month is invalid.',
  invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
  invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
  invalid_expiry_year: 'Your card’s expiration year is invalid.',
  incomplete_cvc: 'Your card’s security code is incomplete.',
};

/** A field's error as Stripe reports it. */
export const validationError = (code) => ({ type: 'validation_error', code, message: messages[code] });

/** The error code of a complete number, expiration or security code: null if it is valid, undefined if it is incomplete. */
const checks = {
  cardNumber: (digits) => {
    const length = brandOf(digits) === 'amex' ? 15 : 16;
    if (digits.length < length) return undefined;
    return digits.length > length || !passesLuhn(digits) ? 'invalid_number' : null;
  },
  cardExpiry: (digits, now) => {
    const [month, year] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4))];
    if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month';
    if (digits.length < 4) return undefined;
    const thisYear = now.getFullYear() % 100;
    if (year < thisYear) return 'invalid_expiry_year_past';
    if (year > thisYear + 50) return 'invalid_expiry_year';
    return year === thisYear && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
  },
  cardCvc: (digits) => (digits.length < 3 ? undefined : null),
};

/** The error codes of fields that are left incomplete. */
export const incomplete = { cardNumber: 'incomplete_number', cardExpiry: 'incomplete_expiry', cardCvc: 'incomplete_cvc' };

/** A typed text as the field formats it. */
export function shown(type, text) {
  const digits = digitsOf(text);
  if (type === 'cardNumber') return digits.slice(0, 16).replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  if (type === 'cardExpiry') return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits;
  return digits.slice(0, 4);
}

/** The body of a `change` event. A field reports that it is incomplete only when it `isLeft`. */
export function report(type, text, { isLeft, now }) {
  const digits = digitsOf(text);
  const fault = digits === '' ? undefined : checks[type](digits, now);
  const isHalf = fault === undefined && digits !== '' && isLeft;
  const code = fault ?? (isHalf ? incomplete[type] : null);
  return {
    elementType: type,
    empty: digits === '',
    complete: fault === null,
    error: code === null || code === undefined ? undefined : validationError(code),
    ...(type === 'cardNumber' ? { brand: brandOf(digits) } : {}),
  };
}

/** The fields of a card for `POST /v1/payment_methods`. */
export function cardFields({ cardNumber, cardExpiry, cardCvc }) {
  const [number, expiry] = [digitsOf(cardNumber), digitsOf(cardExpiry)];
  return { number, exp_month: String(Number(expiry.slice(0, 2))), exp_year: `20${expiry.slice(2, 4)}`, cvc: digitsOf(cardCvc) };
}
