// The forms in valibot.
import * as v from 'valibot';
import { cardDigits, firstOfEach, hasEnded, isCardNumber, isUncommon, patterns, phoneDigits, states, words } from './checks.mjs';

const filled = (message = words.required) => [v.string(), v.trim(), v.nonEmpty(message)];
const plain = [
  v.regex(patterns.atMost100Characters, words.lineTooLong),
  v.regex(patterns.plain, words.linksOrLineBreaks),
];
const line = v.pipe(...filled(), ...plain);
const optionalLine = v.pipe(v.string(), v.trim(), ...plain);
const personName = (invalid) =>
  v.pipe(...filled(), v.regex(patterns.twoCharacters, words.nameTooShort), v.regex(patterns.letter, invalid), ...plain);
const zip = (pattern) => v.pipe(...filled(), v.regex(pattern, words.zipInvalid));

/** A check of one field that reads another: valibot's own checks of two fields wait until both are valid. */
const check = (keys, message, holds) =>
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || holds(dataset.value)) return;
    let value = dataset.value;
    const path = keys.map((key) => {
      const input = value;
      value = input[key];
      return { type: 'object', origin: 'value', input, key, value };
    });
    addIssue({ message, path });
  });

const registrationForm = v.pipe(
  v.object({
    first_name: personName(words.firstNameInvalid),
    last_name: personName(words.lastNameInvalid),
    email: v.pipe(...filled(), v.regex(patterns.email, words.emailMalformed)),
    confirmEmail: v.pipe(...filled()),
    registration_postal_code: v.pipe(
      ...filled(),
      v.regex(patterns.atMostTenCharacters, words.zipTooLong),
      v.regex(patterns.zip, words.zipInvalid),
    ),
    password: v.pipe(
      v.string(),
      v.nonEmpty(words.required),
      v.regex(patterns.eightCharacters, words.passwordTooShort),
      v.regex(patterns.complex, words.passwordTooSimple),
      v.check(isUncommon, words.passwordTooCommon),
      v.regex(patterns.atMost128Characters, words.passwordTooLong),
    ),
  }),
  check(['confirmEmail'], words.emailMismatch, ({ email, confirmEmail }) => confirmEmail === email),
);

const state = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.nonEmpty(words.stateRequired),
  v.check((code) => states.has(code), words.stateInvalid),
);
const phone = v.pipe(v.string(), v.transform(phoneDigits), v.regex(patterns.phone, words.phoneInvalid));

const shared = {
  shipping: v.object({
    line_1: line,
    line_2: optionalLine,
    city: line,
    state,
    postal_code: zip(patterns.zip),
    phone,
  }),
  card_info: v.object({
    credit_card_number: v.pipe(
      v.string(),
      v.transform(cardDigits),
      v.nonEmpty(words.required),
      v.regex(patterns.cardNumber, words.cardNumberMalformed),
      v.check(isCardNumber, words.cardNumberInvalid),
    ),
    expiration: v.pipe(
      ...filled(words.expirationRequired),
      v.regex(patterns.expiration, words.expirationMalformed),
      v.regex(patterns.expirationMonth, words.expirationMonthInvalid),
    ),
    cvv: v.pipe(...filled(), v.regex(patterns.cvv, words.cvvMalformed)),
  }),
  now: v.pipe(v.string(), v.isoTimestamp()),
};

const paymentForm = v.pipe(
  v.variant('same_as_shipping', [
    v.object({ ...shared, same_as_shipping: v.literal(true), cardholder: v.object({ name: line }) }),
    v.object({
      ...shared,
      same_as_shipping: v.literal(false),
      cardholder: v.object({
        name: line,
        street_address1: line,
        street_address2: optionalLine,
        city: line,
        state,
        zip_code: zip(patterns.zipWithOrWithoutDash),
        phone,
      }),
    }),
  ]),
  check(['card_info', 'expiration'], words.expirationPast, ({ card_info, now }) => !hasEnded(card_info.expiration, now)),
);

function issuesOf({ issues }) {
  return issues ? firstOfEach(issues.map((issue) => ({ field: v.getDotPath(issue), message: issue.message }))) : [];
}

export const registration = (form) => issuesOf(v.safeParse(registrationForm, form));
export const payment = (form) => issuesOf(v.safeParse(paymentForm, form));
