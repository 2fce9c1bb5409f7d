// The forms in yup.
import { ValidationError, boolean, object, string } from 'yup';
import { cardDigits, firstOfEach, hasEnded, isCardNumber, isUncommon, patterns, phoneDigits, states, words } from './checks.mjs';

const filled = (message = words.required) => string().trim().required(message);
const plain = (line) => line.matches(patterns.atMost100Characters, words.lineTooLong).matches(patterns.plain, words.linksOrLineBreaks);
const line = plain(filled());
const optionalLine = plain(string().trim());
const personName = (invalid) => plain(filled().matches(patterns.twoCharacters, words.nameTooShort).matches(patterns.letter, invalid));
const zip = (pattern) => filled().matches(pattern, words.zipInvalid);

const registrationForm = object({
  first_name: personName(words.firstNameInvalid),
  last_name: personName(words.lastNameInvalid),
  email: filled().matches(patterns.email, words.emailMalformed),
  confirmEmail: filled().test('same', words.emailMismatch, (again, { parent }) => again === parent.email),
  registration_postal_code: filled()
    .matches(patterns.atMostTenCharacters, words.zipTooLong)
    .matches(patterns.zip, words.zipInvalid),
  password: string()
    .required(words.required)
    .matches(patterns.eightCharacters, words.passwordTooShort)
    .matches(patterns.complex, words.passwordTooSimple)
    .test('common', words.passwordTooCommon, isUncommon)
    .matches(patterns.atMost128Characters, words.passwordTooLong),
});

const state = filled(words.stateRequired)
  .uppercase()
  .test('state', words.stateInvalid, (code) => states.has(code));
const phone = string().transform(phoneDigits).matches(patterns.phone, words.phoneInvalid);

const paymentForm = object({
  shipping: object({
    line_1: line,
    line_2: optionalLine,
    city: line,
    state,
    postal_code: zip(patterns.zip),
    phone,
  }),
  same_as_shipping: boolean().required(),
  cardholder: object({ name: line }).when('same_as_shipping', {
    is: false,
    then: (cardholder) =>
      cardholder.shape({
        street_address1: line,
        street_address2: optionalLine,
        city: line,
        state,
        zip_code: zip(patterns.zipWithOrWithoutDash),
        phone,
      }),
  }),
  card_info: object({
    credit_card_number: string()
      .transform(cardDigits)
      .required(words.required)
      .matches(patterns.cardNumber, words.cardNumberMalformed)
      .test('number', words.cardNumberInvalid, isCardNumber),
    expiration: filled(words.expirationRequired)
      .matches(patterns.expiration, words.expirationMalformed)
      .matches(patterns.expirationMonth, words.expirationMonthInvalid)
      .test('past', words.expirationPast, (expiration, { from }) => !hasEnded(expiration, from.at(-1).value.now)),
    cvv: filled().matches(patterns.cvv, words.cvvMalformed),
  }),
  now: string().datetime().required(),
});

function issuesOf(schema, form) {
  try {
    schema.validateSync(form, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return firstOfEach(error.inner.map(({ path, message }) => ({ field: path, message })));
  }
}

export const registration = (form) => issuesOf(registrationForm, form);
export const payment = (form) => issuesOf(paymentForm, form);
