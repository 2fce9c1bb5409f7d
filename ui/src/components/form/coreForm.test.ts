import { NotSent } from '~/api/errors';
import { failed } from '~test/failed';
import { allIssues, closingIssues, formFailure } from './coreForm';

const issue = (field: string, message = field) => ({ field, code: 'x', message });

describe('all issues of a form', () => {
  const values = { email: 'ann@example.com', address: { city: 'Edina' } };

  test('keep the server’s issue while the field has the refused value', () => {
    const refused = { ...issue('email', 'taken'), value: 'ann@example.com' };
    expect(allIssues(values, [], [refused])).toEqual([refused]);
    expect(allIssues({ ...values, email: 'anna@example.com' }, [], [refused])).toEqual([]);
  });

  test('find the value of a field in a group by its path', () => {
    const refused = { ...issue('address.city'), value: 'Edina' };
    expect(allIssues(values, [], [refused])).toEqual([refused]);
  });

  test('have core’s first, which replace the server’s at the same field', () => {
    const ofCore = issue('email', 'malformed');
    const elsewhere = { ...issue('address.city'), value: 'Edina' };
    const refused = [{ ...issue('email', 'taken'), value: 'ann@example.com' }, elsewhere];
    expect(allIssues(values, [ofCore], refused)).toEqual([ofCore, elsewhere]);
  });
});

test('a refusal that can be sent again unchanged does not disable the button', () => {
  const closing = issue('email');
  expect(closingIssues([{ ...issue('token'), again: true }, closing, { ...issue('name'), again: false }])).toEqual([
    closing,
    { ...issue('name'), again: false },
  ]);
});

describe('what a form shows once it could not be sent', () => {
  const of = { found: [], sent: { email: 'ann@example.com' }, labels: { email: 'Email' }, showsFailures: false };

  test('an issue at a field, with the value that was refused; nothing above the form', () => {
    const error = failed(422, { errors: { email: 'is taken' } });
    expect(formFailure(error, { ...of, found: [issue('email')] })).toEqual({
      isUnreached: false,
      refused: [{ ...issue('email'), value: 'ann@example.com' }],
      above: [],
      isMistake: false,
    });
  });

  test('an issue at a field that the form lacks shows above the form', () => {
    const error = failed(422, { errors: { coupon: 'This code has ended.' } });
    const { refused, above } = formFailure(error, { ...of, found: [issue('coupon')] });
    expect(refused).toEqual([]);
    expect(above).toEqual(['This code has ended.']);
  });

  test('nothing above the form if its screen shows failures itself', () => {
    const error = failed(422, { errors: { coupon: 'This code has ended.' } });
    expect(formFailure(error, { ...of, showsFailures: true }).above).toEqual([]);
  });

  test('a call without an answer is not reported as a bug, and its reason is not said twice', () => {
    expect(formFailure(failed(0), of)).toEqual({ isUnreached: true, refused: [], above: [], isMistake: false });
  });

  test('a bug is reported even on a screen that shows failures itself', () => {
    const found = formFailure(new TypeError('x is undefined'), { ...of, showsFailures: true });
    expect(found).toMatchObject({ isMistake: true, above: ['An unexpected error occurred'] });
  });

  test('a form that was not sent because of its fields is not reported as a bug', () => {
    const found = [issue('email')];
    expect(formFailure(new NotSent(found), { ...of, found })).toMatchObject({ isMistake: false, above: [] });
  });
});
