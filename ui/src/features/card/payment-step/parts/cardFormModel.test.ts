import { ApiError } from '~/api/errors';
import { refusedCard } from './cardFormModel';

const failed = (status: number, body: unknown = {}) =>
  new ApiError(status, 'POST', '/credit_cards', '/payment/billing', body);
const issue = (field: string) => ({ field, code: 'x', message: field });

test('why no field of the form can help stands above it, with what may help', () => {
  const { said } = refusedCard(failed(429, { errors: { too_many_requests: 'Too many tries.' } }), false);
  expect(said.above?.reasons).toEqual([{ field: null, message: 'Too many tries.' }]);
  expect(said.above?.note).toMatch(/^Nothing was charged\. ./);
  expect(said).toMatchObject({ cardNote: null, badAddress: null });
});

test('what the order lacks stands above the form: the form does not ask for it, and another card does not help', () => {
  const { said } = refusedCard(
    failed(422, { errors: { form_invalid: 'x' }, issues: [issue('store'), issue('phone')] }),
    false,
  );
  expect(said.above).toEqual({ reasons: [issue('store')], note: 'Nothing was charged.' });
});

test('an issue at a field of the form stands there alone', () => {
  const { said } = refusedCard(failed(422, { errors: { form_invalid: 'x' }, issues: [issue('shipping.city')] }), false);
  expect(said).toEqual({ above: null, cardNote: null, badAddress: null });
});

test('an issue at a field of the card has a note below the list of faults, or after a code stands above the form', () => {
  const declined = failed(402, { errors: { card_declined: 'Declined.' } });
  const before = refusedCard(declined, false);
  expect(before.said.above).toBeNull();
  expect(before.said.cardNote).toMatch(/^Nothing was charged/);
  expect(before.forgotten).toBe('security code');
  const after = refusedCard(declined, true);
  expect(after.said.above?.reasons).toEqual([{ field: null, message: 'Declined.' }]);
  expect(after.said.cardNote).toBeNull();
  expect(after.forgotten).toBe('all');
});

test('an address that was refused stands at the address, and a code that was refused at the discount', () => {
  const address = refusedCard(failed(422, { errors: { shippo_id_invalid: 'x' } }), false);
  expect(address.said).toMatchObject({ above: null, badAddress: 'Invalid Address. Please enter a valid address.' });
  const code = refusedCard(failed(422, { errors: { PROMO_CODE_NOT_RECOGNIZED: 'No such code.' } }), false);
  expect(code.said).toMatchObject({ above: null, badAddress: null });
  expect(code.badCode).toBe('No such code.');
});

test('a card that waits for a code says nothing', () => {
  const { said, needsCode } = refusedCard(failed(422, { error: 'mfa error' }), false);
  expect(needsCode).toBe(true);
  expect(said.above).toBeNull();
});

test('without an answer, or if the server failed, nobody knows whether the card was saved: nothing is said of a charge', () => {
  const unknown = refusedCard(failed(503, { errors: { unavailable: 'Please come back later.' } }), false);
  expect(unknown.mayBeSaved).toBe(true);
  expect(unknown.said.above?.note).toBeNull();
  expect(refusedCard(failed(0), false).mayBeSaved).toBe(true);
  expect(refusedCard(failed(429), false).mayBeSaved).toBe(false);
});

test('a mistake of our own says nothing of the card', () => {
  expect(refusedCard(new TypeError('x is undefined'), false)).toMatchObject({
    needsCode: false,
    mayBeSaved: false,
    badCode: null,
  });
});
