import { failed } from '~test/failed';
import { cardFormRefusal } from './cardFormModel';

const issue = (field: string) => ({ field, code: 'x', message: field });

test('a failure that no field can correct shows above the form, with what may help', () => {
  const { messages } = cardFormRefusal(failed(429, { errors: { too_many_requests: 'Too many tries.' } }), false);
  expect(messages.above?.reasons).toEqual([{ field: null, message: 'Too many tries.' }]);
  expect(messages.above?.note).toMatch(/^Nothing was charged\. ./);
  expect(messages).toMatchObject({ cardNote: null, badAddress: null });
});

test('what the order lacks shows above the form, because the form does not ask for it and another card does not help', () => {
  const { messages } = cardFormRefusal(
    failed(422, { errors: { form_invalid: 'x' }, issues: [issue('store'), issue('phone')] }),
    false,
  );
  expect(messages.above).toEqual({ reasons: [issue('store')], note: 'Nothing was charged.' });
});

test('an issue of a field shows only at the field', () => {
  const { messages } = cardFormRefusal(
    failed(422, { errors: { form_invalid: 'x' }, issues: [issue('shipping.city')] }),
    false,
  );
  expect(messages).toEqual({ above: null, cardNote: null, badAddress: null });
});

test('an issue of the card has a note below the list of issues, or after a code above the form', () => {
  const declined = failed(402, { errors: { card_declined: 'Declined.' } });
  const before = cardFormRefusal(declined, false);
  expect(before.messages.above).toBeNull();
  expect(before.messages.cardNote).toMatch(/^Nothing was charged/);
  expect(before.forgotten).toBe('security code');
  const after = cardFormRefusal(declined, true);
  expect(after.messages.above?.reasons).toEqual([{ field: null, message: 'Declined.' }]);
  expect(after.messages.cardNote).toBeNull();
  expect(after.forgotten).toBe('all');
});

test('a refused address shows at the address, and a refused code at the discount', () => {
  const address = cardFormRefusal(failed(422, { errors: { shippo_id_invalid: 'x' } }), false);
  expect(address.messages).toMatchObject({ above: null, badAddress: 'Invalid Address. Please enter a valid address.' });
  const code = cardFormRefusal(failed(422, { errors: { PROMO_CODE_NOT_RECOGNIZED: 'No such code.' } }), false);
  expect(code.messages).toMatchObject({ above: null, badAddress: null });
  expect(code.badCode).toBe('No such code.');
});

test('a card that waits for a code has no message', () => {
  const { messages, needsCode } = cardFormRefusal(failed(422, { error: 'mfa error' }), false);
  expect(needsCode).toBe(true);
  expect(messages.above).toBeNull();
});

test('if there is no answer or the server failed, no message says that nothing was charged', () => {
  const unknown = cardFormRefusal(failed(503, { errors: { unavailable: 'Please come back later.' } }), false);
  expect(unknown.mayBeSaved).toBe(true);
  expect(unknown.messages.above?.note).toBeNull();
  expect(cardFormRefusal(failed(0), false).mayBeSaved).toBe(true);
  expect(cardFormRefusal(failed(429), false).mayBeSaved).toBe(false);
});

test('a bug in the page has no message about the card', () => {
  expect(cardFormRefusal(new TypeError('x is undefined'), false)).toMatchObject({
    needsCode: false,
    mayBeSaved: false,
    badCode: null,
  });
});
