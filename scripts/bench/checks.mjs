// What the form libraries lack to do the same as core: the messages, the patterns, and checks that none of them has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

export const words = {
  required: 'Required',
  nameTooShort: 'Min. 2 characters.',
  firstNameInvalid: 'Please enter a valid first name.',
  lastNameInvalid: 'Please enter a valid last name.',
  emailMalformed: 'Please enter a valid email address.',
  emailMismatch: 'Email address does not match.',
  zipTooLong: 'ZIP code must not be more than 9 digits and an optional dash.',
  zipInvalid: 'Please enter a valid zip code. Must be 5 or 9 digits.',
  passwordTooShort: 'Min. 8 characters.',
  passwordTooSimple: 'Password must contain at least one uppercase letter, one number, and one special character.',
  passwordTooCommon: 'Please choose a less common password.',
  passwordTooLong: 'Max. 128 characters.',
  lineTooLong: 'Max. 100 characters.',
  linksOrLineBreaks: 'Please remove links and line breaks.',
  stateRequired: 'State is required',
  stateInvalid: 'Invalid state',
  phoneInvalid: 'Please enter a valid Cell Phone Number',
  cardNumberMalformed: 'Please enter a valid card number',
  cardNumberInvalid: 'Credit Card number is invalid',
  expirationRequired: 'Expiration date is required',
  expirationMalformed: 'Not a valid expiration date. Example: MM/YY',
  expirationMonthInvalid: 'Invalid Expiration Month',
  expirationPast: 'Invalid expiration date.',
  cvvMalformed: 'Please enter a valid CVV',
};

// The libraries count UTF-16 units, core counts characters: with the flags `s` and `u`, a dot stands for any one character.
export const patterns = {
  twoCharacters: /^.{2}/su,
  letter: /\p{Alphabetic}/u,
  // The WHATWG's pattern, but the domain must end in a dot and a label of letters; at most 64 characters before the `@`, 254 in all.
  email:
    /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?\.)+(?:[a-zA-Z]{2,63}|[xX][nN]--[a-zA-Z\d-]{0,58}[a-zA-Z\d])$/,
  atMostTenCharacters: /^.{0,10}$/su,
  zip: /^\d{5}(?:-\d{4})?$/,
  zipWithOrWithoutDash: /^\d{5}(?:-?\d{4})?$/,
  eightCharacters: /^.{8}/su,
  complex: /^(?=.*?\p{Uppercase})(?=.*?[0-9])(?=.*?[^\p{Alphabetic}\p{N}\p{White_Space}\p{Cc}])/su,
  atMost128Characters: /^.{0,128}$/su,
  atMost100Characters: /^.{0,100}$/su,
  // Control characters before the first and after the last visible character do not count.
  plain: /^[\s\p{Cc}]*(?!.*(?::\/\/|www\.))[^\p{Cc}]*[\s\p{Cc}]*$/isu,
  phone: /^[1-9]\d{9}$/,
  cardNumber: /^\d{15,16}$/,
  expiration: /^\d\d\/\d\d$/,
  expirationMonth: /^(?:0[1-9]|1[0-2])\//,
  cvv: /^\d{3,4}$/,
};

export const states = new Set(
  (
    'AA AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT ' +
    'NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
  ).split(' '),
);

export const phoneDigits = (text) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

export const cardDigits = (text) => text.trim().replace(/[- ]/g, '');

/** Whether a card number does not start with 0 and its check digit is right. */
export function isCardNumber(digits) {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index -= 1, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0 && digits[0] !== '0';
}

/** Whether `MM/YY` is before the current month in Chicago. False if it is not well-formed. */
export function hasEnded(expiration, now) {
  if (!patterns.expiration.test(expiration) || !patterns.expirationMonth.test(expiration)) return false;
  return `20${expiration.slice(3)}-${expiration.slice(0, 2)}` < chicagoDate(now).slice(0, 7);
}

const inChicago = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' });

/** The date in Chicago at an instant, as `YYYY-MM-DD`. */
export const chicagoDate = (now) => inChicago.format(new Date(now));

/**
 * The common passwords that the fixtures name, in lower case. Only core has the whole list, and a look-up in a set takes as long
 * whatever its size.
 */
const common = new Set(
  JSON.parse(readFileSync(join(root, 'fixtures', 'account', 'registration', 'validate.json'), 'utf8'))
    .cases.filter(({ expect }) => expect?.password === words.passwordTooCommon)
    .map(({ input }) => input.password.toLowerCase()),
);

/** Whether a password is not a common one. */
export const isUncommon = (password) => !common.has(password.toLowerCase());

/** The first issue of each field, `{field, message}`. A form shows no more. */
export function firstOfEach(issues) {
  const fields = new Set();
  return issues.filter(({ field }) => !fields.has(field) && fields.add(field));
}
