import { failed } from '~test/failed';
import { afterSaving, noChangeCardMessages, changeCardRefusal } from './changeCardModel';

describe('a card that was not taken', () => {
  const busy = failed(429, { errors: { too_many_requests: 'Too many tries.' } });

  test('gives the reason above the form if no field is wrong, with what may help', () => {
    const { messages } = changeCardRefusal(busy, false);
    expect(messages.reasons).toEqual(['Too many tries.']);
    expect(messages.note).toMatch(/^Nothing was charged/);
    expect(messages.cardNote).toBeNull();
  });

  test('says nothing above the form if a field of the address is wrong', () => {
    const issues = [{ field: 'cardholder.city', code: 'required', message: 'Required' }];
    const { messages } = changeCardRefusal(failed(422, { errors: { form_invalid: 'x' }, issues }), false);
    expect(messages).toEqual(noChangeCardMessages);
  });

  test('has its note below the list of issues if the card itself is wrong', () => {
    const { messages } = changeCardRefusal(failed(402, { errors: { card_declined: 'Declined.' } }), false);
    expect(messages.reasons).toEqual([]);
    expect(messages.cardNote).toMatch(/^Nothing was charged/);
  });

  test('gives the reason above the form after a code, because the fields of the card are empty', () => {
    const { messages, forgotten } = changeCardRefusal(failed(402, { errors: { card_declined: 'Declined.' } }), true);
    expect(messages.reasons).toEqual(['Declined.']);
    expect(messages.cardNote).toBeNull();
    expect(forgotten).toBe('all');
  });

  test('that waits for a code has no message and no wrong field', () => {
    const refused = changeCardRefusal(failed(422, { error: 'mfa error' }), false);
    expect(refused).toEqual({ messages: noChangeCardMessages, needsCode: true, isStale: false, forgotten: 'fields' });
  });

  test('makes the page load its data again only if the same card would be refused again', () => {
    expect(changeCardRefusal(failed(409, { errors: { card_change_not_allowed: 'x' } }), false).isStale).toBe(true);
    expect(changeCardRefusal(busy, false).isStale).toBe(false);
  });
});

describe('after a card is saved', () => {
  const answer = { brand: 'Visa', last_four: '4242', expiration: '12/30', order_id: null, order_error: null };
  const saved = { answer, problem: null, back: '/manage/subscription' };

  test('the customer is back where they came from', () => {
    const left = { kind: 'leave', toast: 'Your card is saved.', to: '/manage/subscription', notOrdered: null };
    expect(afterSaving(saved)).toEqual(left);
    // After a code the call has no body.
    expect(afterSaving({ ...saved, answer: null })).toEqual(left);
  });

  test('a first box that it ordered is in the message', () => {
    const { toast } = { toast: '', ...afterSaving({ ...saved, answer: { ...answer, order_id: 'o1' } }) };
    expect(toast).toBe('Your card is saved. Your box is ordered.');
  });

  test('a first box that was not ordered leads to the payment step, with the reason', () => {
    const why = { errors: { form_invalid: 'x' } };
    const next = afterSaving({ ...saved, answer: { ...answer, order_error: why }, problem: 'confirm' });
    expect(next).toMatchObject({ to: '/payment/billing', notOrdered: why });
  });

  test('a fee that the bank wants confirmed leads to the dashboard', () => {
    expect(afterSaving({ ...saved, problem: 'confirm' })).toMatchObject({ to: '/dashboard' });
  });

  test('a fee that was declined for this card too asks for another one', () => {
    expect(afterSaving({ ...saved, problem: 'declined' })).toEqual({ kind: 'declined' });
  });
});
