import type { Question } from '~/api/style/questionnaire';
import { afterChangedElsewhere, startingAnswers, valuesOf, withAnswer, without } from './sectionModel';

const question = (ref: string, value?: unknown) => ({ ref, properties: { default: value } }) as Question;

test('the answer that a control starts with counts unless one is saved, even an empty one', () => {
  const fields = [question('fit', 2), question('height', 5), question('weight', 140), question('colors')];
  expect(startingAnswers(fields, { height: 6, weight: null })).toEqual({ fit: { value: 2, known: null } });
});

describe('a change', () => {
  const saved = { fit: 'loose' };

  test('keeps the answer from before the first change', () => {
    const first = withAnswer({}, saved, 'fit', 'tight');
    expect(first).toEqual({ fit: { value: 'tight', known: 'loose' } });
    // Another device has answered meanwhile.
    expect(withAnswer(first, { fit: 'other' }, 'fit', 'regular')).toEqual({
      fit: { value: 'regular', known: 'loose' },
    });
    expect(withAnswer({}, saved, 'colors', ['red'])).toEqual({ colors: { value: ['red'], known: null } });
  });

  test('that is undone is removed, and the others stay', () => {
    const changed = { fit: { value: 'tight', known: 'loose' }, colors: { value: ['red'], known: null } };
    expect(withAnswer(changed, saved, 'fit', 'loose')).toEqual({ colors: changed.colors });
    expect(withAnswer(changed, saved, 'colors', undefined)).toEqual({ fit: changed.fit });
    expect(without(changed, ['fit'])).toEqual({ colors: changed.colors });
    expect(valuesOf(changed)).toEqual({ fit: 'tight', colors: ['red'] });
  });
});

test('a customer’s change stays, with the answer from elsewhere; an untouched control shows the answer from elsewhere', () => {
  const changed = { fit: { value: 'tight', known: 'loose' }, colors: { value: ['red'], known: null } };
  const after = afterChangedElsewhere(changed, ['fit', 'height'], { fit: 'regular', height: 6 });
  expect(after.changed).toEqual({ fit: { value: 'tight', known: 'regular' }, colors: changed.colors });
  expect(after.dropped).toEqual(['height']);
  expect(Object.keys(after.messages)).toEqual(['fit', 'height']);
  expect(after.messages['fit']).not.toBe(after.messages['height']);
});

test('an answer that was emptied elsewhere counts as empty', () => {
  const changed = { fit: { value: 'tight', known: 'loose' } };
  expect(afterChangedElsewhere(changed, ['fit'], {}).changed).toEqual({ fit: { value: 'tight', known: null } });
});
