import { act, renderHook } from '@testing-library/react';
import { ann } from '~test/accounts';
import { failed } from '~test/failed';
import { knownValues } from './paymentForm';
import { useCardFormRefusal } from './useCardFormRefusal';

const values = knownValues(ann);
const moved = { ...values, shipping: { ...values.shipping, city: 'Duluth' } };

function show() {
  const forget = jest.fn();
  const refuseCode = jest.fn();
  const onBadCode = jest.fn();
  const input = { card: { forget }, discount: { refuse: refuseCode }, onBadCode };
  const { result } = renderHook(() => useCardFormRefusal(input));
  const refuse = (error: unknown) => act(() => result.current.refuse(error, values, false));
  return { result, refuse, forget, refuseCode, onBadCode };
}

test('a refused address is at fault until it is changed', () => {
  const { result, refuse } = show();
  refuse(failed(422, { errors: { shippo_id_invalid: 'x' } }));
  expect(result.current.badAddressOf(values)).toBe('Invalid Address. Please enter a valid address.');
  expect(result.current.badAddressOf(moved)).toBeNull();
});

test('messages go when the card is sent again', () => {
  const { result, refuse } = show();
  refuse(failed(429, { errors: { too_many_requests: 'Too many tries.' } }));
  expect(result.current.messages.above?.reasons).toEqual([{ field: null, message: 'Too many tries.' }]);
  act(() => result.current.clear());
  expect(result.current.messages.above).toBeNull();
});

test('a refused discount code is passed to the discount field, which is shown', () => {
  const { refuse, refuseCode, onBadCode } = show();
  refuse(failed(422, { errors: { PROMO_CODE_NOT_RECOGNIZED: 'No such code.' } }));
  expect(refuseCode).toHaveBeenCalledWith('No such code.');
  expect(onBadCode).toHaveBeenCalledTimes(1);
});

test('a declined card loses its security code', () => {
  const { refuse, forget } = show();
  refuse(failed(402, { errors: { card_declined: 'Declined.' } }));
  expect(forget).toHaveBeenCalledWith('security code');
});

test('the card waits for a code until its step is closed', () => {
  const { result, refuse } = show();
  refuse(failed(422, { error: 'mfa error' }));
  expect(result.current.needsCode).toBe(true);
  act(() => result.current.closeCode());
  expect(result.current.needsCode).toBe(false);
});

test('without an answer the card may be saved, and a bug in the page does not change that', () => {
  const { result, refuse } = show();
  refuse(new TypeError('x is undefined'));
  expect(result.current.mayBeSaved()).toBe(false);
  refuse(failed(0));
  expect(result.current.mayBeSaved()).toBe(true);
  refuse(new TypeError('x is undefined'));
  expect(result.current.mayBeSaved()).toBe(true);
  refuse(failed(429));
  expect(result.current.mayBeSaved()).toBe(false);
});
