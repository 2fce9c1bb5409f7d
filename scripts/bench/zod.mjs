// The forms in zod.
// A check with `abort: true` would skip the other checks of its field, but also the check of two fields at the end.
import { z } from 'zod';
import { cardDigits, firstOfEach, hasEnded, isCardNumber, isUncommon, patterns, phoneDigits, states, words } from './checks.mjs';

const filled = (message = words.required) => z.string().trim().min(1, message);
const plain = (line) =>
  line.regex(patterns.atMost100Characters, words.lineTooLong).regex(patterns.plain, words.linksOrLineBreaks);
const line = plain(filled());
const optionalLine = plain(z.string().trim());
const personName = (invalid) =>
  plain(filled().regex(patterns.twoCharacters, words.nameTooShort).regex(patterns.letter, invalid));
const zip = (pattern) => filled().regex(pattern, words.zipInvalid);

const registrationForm = z
  .object({
    first_name: personName(words.firstNameInvalid),
    last_name: personName(words.lastNameInvalid),
    email: filled().regex(patterns.email, words.emailMalformed),
    confirmEmail: filled(),
    registration_postal_code: filled()
      .regex(patterns.atMostTenCharacters, words.zipTooLong)
      .regex(patterns.zip, words.zipInvalid),
    password: z
      .string()
      .min(1, words.required)
      .regex(patterns.eightCharacters, words.passwordTooShort)
      .regex(patterns.complex, words.passwordTooSimple)
      .refine(isUncommon, words.passwordTooCommon)
      .regex(patterns.atMost128Characters, words.passwordTooLong),
  })
  .refine(({ email, confirmEmail }) => confirmEmail === '' || confirmEmail === email, {
    error: words.emailMismatch,
    path: ['confirmEmail'],
  });

const state = filled(words.stateRequired)
  .toUpperCase()
  .refine((code) => states.has(code), words.stateInvalid);
const phone = z.string().overwrite(phoneDigits).regex(patterns.phone, words.phoneInvalid);

const shared = {
  shipping: z.object({
    line_1: line,
    line_2: optionalLine,
    city: line,
    state,
    postal_code: zip(patterns.zip),
    phone,
  }),
  card_info: z.object({
    credit_card_number: z
      .string()
      .overwrite(cardDigits)
      .min(1, words.required)
      .regex(patterns.cardNumber, words.cardNumberMalformed)
      .refine(isCardNumber, words.cardNumberInvalid),
    expiration: filled(words.expirationRequired)
      .regex(patterns.expiration, words.expirationMalformed)
      .regex(patterns.expirationMonth, words.expirationMonthInvalid),
    cvv: filled().regex(patterns.cvv, words.cvvMalformed),
  }),
  now: z.iso.datetime(),
};

const paymentForm = z
  .discriminatedUnion('same_as_shipping', [
    z.object({ ...shared, same_as_shipping: z.literal(true), cardholder: z.object({ name: line }) }),
    z.object({
      ...shared,
      same_as_shipping: z.literal(false),
      cardholder: z.object({
        name: line,
        street_address1: line,
        street_address2: optionalLine,
        city: line,
        state,
        zip_code: zip(patterns.zipWithOrWithoutDash),
        phone,
      }),
    }),
  ])
  .refine(({ card_info, now }) => !hasEnded(card_info.expiration, now), {
    error: words.expirationPast,
    path: ['card_info', 'expiration'],
  });

function issuesOf({ error }) {
  return error ? firstOfEach(error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))) : [];
}

export const registration = (form) => issuesOf(registrationForm.safeParse(form));
export const payment = (form) => issuesOf(paymentForm.safeParse(form));
