import { unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { ann } from '~test/accounts';
import { dana } from '~test/boxes';
import { unchosen } from './choice';
import { missingParts, savedToasts, shownFrequency } from './subscriptionModel';

const everyOtherMonth = 'subscription_60_day';
const everyMonth = 'subscription_30_day';
const onDemand = 'subscription_on_demand';

describe('what the form shows', () => {
  test('is the frequency of the account, which a save keeps', () => {
    const shown = shownFrequency(dana, unchosen, onDemand);
    expect(shown).toEqual({ from: everyOtherMonth, to: everyOtherMonth, change: null, voids: false });
  });

  test('is the proposal for an account without one, which a save takes over', () => {
    const shown = shownFrequency(ann, unchosen, everyMonth);
    expect(shown).toEqual({ from: null, to: everyMonth, change: everyMonth, voids: false });
  });

  test('is nothing if there is no proposal either', () => {
    expect(shownFrequency(ann, unchosen, null)).toEqual({ from: null, to: null, change: null, voids: false });
  });

  test('is the marked frequency, even if it is the account’s', () => {
    const marked = { frequency: everyMonth, from: everyOtherMonth } as const;
    expect(shownFrequency(dana, marked, null)).toMatchObject({ to: everyMonth, change: everyMonth });
    const same = { frequency: everyOtherMonth, from: everyMonth } as const;
    expect(shownFrequency(dana, same, null)).toMatchObject({ to: everyOtherMonth, change: null });
  });

  test('includes that a change undoes a skip', () => {
    const skipped = { ...dana, skip_days: 60 };
    const marked = { frequency: everyMonth, from: everyOtherMonth } as const;
    expect(shownFrequency(skipped, marked, null).voids).toBe(true);
    expect(shownFrequency(skipped, unchosen, null).voids).toBe(false);
    expect(shownFrequency(dana, marked, null).voids).toBe(false);
  });
});

test('missing parts are in the order of the page', () => {
  expect(missingParts(everyMonth, false)).toEqual([]);
  expect(missingParts(null, true)).toEqual([
    { id: 'frequency', name: 'how often boxes come' },
    { id: 'address', name: unsavedAddress },
  ]);
});

describe('the message after the form is saved', () => {
  const coded = { ...dana, subscription_type: onDemand, styling_fee_override_code: 'ONE_DOLLAR_2020' } as const;
  const marked = { frequency: everyMonth, from: onDemand } as const;
  const in2020 = '2020-11-20T15:00:00Z';

  test('is missing if nothing was changed', () => {
    expect(savedToasts(shownFrequency(coded, unchosen, null), coded, in2020)).toEqual([]);
  });

  test('says that it is saved, and names the fee of a customer with the code of 2020 who subscribes', () => {
    const fee = 'The $1 styling fee applies to each box through 2020 while you stay on a subscription.';
    const shown = shownFrequency(coded, marked, null);
    expect(savedToasts(shown, coded, in2020)).toEqual(['Your changes are saved.', fee]);
    expect(savedToasts(shown, coded, '2021-01-01T06:00:00Z')).toEqual(['Your changes are saved.']);
  });

  test('names no fee of a customer who had no frequency before', () => {
    const first = { ...coded, subscription_type: null };
    expect(savedToasts(shownFrequency(first, marked, null), first, in2020)).toEqual(['Your changes are saved.']);
  });
});
