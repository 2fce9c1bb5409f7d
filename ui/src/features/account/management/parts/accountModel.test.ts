import { ann } from '~test/accounts';
import { dana } from '~test/boxes';
import { failed } from '~test/failed';
import { changeOf, hasChanges, validateAccount, valuesOf } from './accountFormValues';
import { accountRefusals, elsewhereOf, needsCodeAfter, savedWords } from './accountModel';

const [home] = dana.shipping_addresses;
if (!home) throw new Error('Dana has no address.');
const moved = { ...home, id: 'a2', shipping_line_1: '1 Main St' };

describe('what was changed elsewhere', () => {
  const elsewhere = { ...dana, first_name: 'Diana', shipping_addresses: [moved] };

  test('is nothing if the account is as the customer found it', () => {
    expect(elsewhereOf(valuesOf(dana), dana, null)).toBeNull();
  });

  test('shows in the fields that the customer has not touched', () => {
    expect(elsewhereOf(valuesOf(dana), elsewhere, null)).toEqual({
      followed: ['First name', 'Address'],
      conflicts: [],
    });
  });

  test('is a conflict in a field that the customer has changed to something else', () => {
    const values = { ...valuesOf(dana), first_name: 'Dora', shipping_city: 'Edina' };
    expect(elsewhereOf(values, elsewhere, null)).toEqual({ followed: [], conflicts: ['First name', 'Address'] });
    const same = { ...valuesOf(dana), first_name: 'Diana' };
    expect(elsewhereOf(same, elsewhere, null)).toEqual({ followed: ['Address'], conflicts: [] });
  });

  test('does not include the address that the customer has made the main one here', () => {
    expect(elsewhereOf(valuesOf(dana), elsewhere, 'a2')).toEqual({ followed: ['First name'], conflicts: [] });
    expect(elsewhereOf(valuesOf(dana), { ...dana, shipping_addresses: [moved] }, 'a2')).toBeNull();
  });
});

describe('what is sent', () => {
  test('is only what was changed, and the digits of a phone', () => {
    const values = { ...valuesOf(dana), first_name: 'Diana', phone: '612-555-0199' };
    expect(changeOf(values, dana, null)).toEqual({ customer: { first_name: 'Diana', phone: '6125550199' } });
  });

  test('is nothing if only blanks were typed', () => {
    const values = { ...valuesOf(dana), first_name: ' Dana ' };
    expect(hasChanges(values)).toBe(false);
    expect(changeOf(values, dana, null)).toBeNull();
  });

  test('is the whole address if one line of it was changed', () => {
    expect(changeOf({ ...valuesOf(dana), shipping_line_1: '1 Main St' }, dana, null)).toMatchObject({
      customer: {},
      shipping_address: { line_1: '1 Main St', city: 'Minneapolis', phone: '6125550100' },
    });
  });

  test('is the quiz’s answer for no stylist if the customer takes the stylist away', () => {
    const chosen = { ...dana, preferred_stylist: 'Mia' };
    const values = { ...valuesOf(chosen), preferred_stylist: '' };
    expect(changeOf(values, chosen, 'Surprise me')).toEqual({ customer: { preferred_stylist: 'Surprise me' } });
  });
});

test('an address and a phone that were never given can stay empty; those on file cannot', () => {
  expect(validateAccount(valuesOf(ann))).toEqual([]);
  const emptied = { ...valuesOf(dana), shipping_line_1: '', shipping_postal_code: '' };
  expect(validateAccount(emptied).map(({ field }) => field)).toContain('shipping_line_1');
});

test('a change waits for a code, unless its address was refused', () => {
  expect(needsCodeAfter(failed(422, { error: 'mfa error' }))).toBe(true);
  expect(needsCodeAfter(failed(422, { errors: { shippo_id_invalid: 'x', base: 'mfa error' } }))).toBe(false);
  expect(needsCodeAfter(failed(422, { errors: { form_invalid: 'x' } }))).toBe(false);
  expect(needsCodeAfter(new TypeError('x is undefined'))).toBe(false);
});

test('the message of a refused address is at its first line', () => {
  const [issue] = accountRefusals(failed(422, { errors: { shippo_id_invalid: 'x' } }));
  expect(issue).toMatchObject({
    field: 'shipping_line_1',
    message: 'Invalid Address. Please enter a valid address.',
  });
});

test('the message after a new email says that it counts once its link is opened', () => {
  const pending = { ...dana, pending_email: 'diana@example.com' };
  const link = 'Your changes are saved. Open the link that we sent to diana@example.com.';
  expect(savedWords(pending, dana)).toBe(link);
  // A later save of something else does not repeat it.
  expect(savedWords(pending, pending)).toBe('Your changes are saved.');
  expect(savedWords(dana, pending)).toBe('Your changes are saved.');
});
