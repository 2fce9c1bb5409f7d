import { sweater } from '~test/boxes';
import { failed } from '~test/failed';
import { newChoice } from './choices';
import { failureWords, notSaved, sentFor, unsavedBefore, without } from './decisionsModel';

const kept = { ...sweater, claimed_kept: true };
const exchange = newChoice('Exchange');
const chosen = { item: sweater, choice: exchange, before: undefined, customer_pick_up: false };

test('a decision is sent', () => {
  expect(sentFor({ ...chosen, choice: newChoice('Return') })).toMatchObject([{ id: 'l1', claimed_kept: false }]);
});

test('an exchange without a size withdraws the earlier decision, and nothing if there is none', () => {
  const undecided = [{ id: 'l1', claimed_kept: null, exchange_size: null }];
  expect(sentFor(chosen)).toEqual([]);
  expect(sentFor({ ...chosen, item: kept })).toEqual(undecided);
  expect(sentFor({ ...chosen, before: newChoice('Keep') })).toEqual(undecided);
});

test('an item that has come back, or never will, cannot become undecided', () => {
  expect(sentFor({ ...chosen, item: { ...kept, received: true } })).toEqual([]);
  expect(sentFor({ ...chosen, item: { ...kept, written_off: 'not_returned' } })).toEqual([]);
});

test('a refusal says why, and any other failure that the decision is sent again', () => {
  const body = { errors: { not_decidable: 'There is nothing to decide now.' } };
  expect(failureWords(failed(409, body))).toBe('There is nothing to decide now.');
  expect(failureWords(failed(0))).toBe(notSaved);
});

test('after a reload, only a choice that the server does not have is called unsaved', () => {
  expect(unsavedBefore([sweater], { l1: { ...newChoice('Keep'), known: ['[null,null,""]'] } })).toEqual({
    l1: notSaved,
  });
  expect(unsavedBefore([kept], { l1: newChoice('Keep') })).toEqual({});
  expect(unsavedBefore([sweater], {})).toEqual({});
});

test('`without` removes the message of one item', () => {
  expect(without({ l1: 'a', l2: 'b' }, 'l1')).toEqual({ l2: 'b' });
});
