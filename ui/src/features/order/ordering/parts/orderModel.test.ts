import { pickupStores } from '~/api/delivery/locations';
import { unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { untouched } from '~/components/order/ordering/orderDraft';
import { dana } from '~test/boxes';
import { created } from '~test/ordering';
import { answered, holidays, locations, questions } from '~test/quiz';
import { blockingParts, missingParts, refusedFaults, savedToasts, shownOrder } from './orderModel';

const account = { ...dana, phone: '6125550100', subscription_type: 'subscription_on_demand' } as const;
const fresh = { flow: 'delivery', order: null, account, choices: untouched, firstTheme: null } as const;

describe('what the form shows', () => {
  test('is what is known of the customer, for a new order', () => {
    expect(shownOrder({ ...fresh, firstTheme: 'weekend' })).toEqual({
      asksFrequency: true,
      frequency: 'subscription_on_demand',
      theme: 'weekend',
      note: '',
      phone: '612-555-0100',
    });
  });

  test.each([
    ['a pick-up', { flow: 'pickup' as const }],
    ['a subscriber', { account: { ...account, subscription_type: 'subscription_30_day' as const } }],
    ['a change of an order', { order: created() }],
  ])('has no question how often boxes come for %s', (_of, change) => {
    expect(shownOrder({ ...fresh, ...change }).asksFrequency).toBe(false);
  });

  test('is an order’s own theme, note and phone, not a theme that was chosen before', () => {
    const order = created({ themebox: 'office', on_demand_customer_msg: 'No wool', phone: '6125550199' });
    const shown = shownOrder({ ...fresh, order, firstTheme: 'weekend' });
    expect(shown).toMatchObject({ theme: 'office', note: 'No wool', phone: '612-555-0199' });
  });

  test('is first what the customer chose here, also a removed theme and an emptied note', () => {
    const order = created({ themebox: 'office', on_demand_customer_msg: 'No wool' });
    const choices = { ...untouched, theme: '', note: '', frequency: 'subscription_60_day' as const };
    const shown = shownOrder({ ...fresh, order, choices });
    expect(shown).toMatchObject({ theme: null, note: '', frequency: 'subscription_60_day' });
  });
});

describe('what is missing', () => {
  const [store] = pickupStores(locations);
  const ready = {
    flow: 'delivery' as const,
    expiration: '12/28',
    date: '2026-12-01',
    isDayAsked: () => true,
    responses: answered,
    asOf: '2026-11-20T15:00:00Z',
    holidays,
    store: null,
    phone: '',
    address: dana.shipping_addresses[0] ?? null,
  };

  test('is the address of a shipped box, which needs no store or phone', () => {
    expect(missingParts(ready)).toEqual([]);
    expect(missingParts({ ...ready, address: null })).toEqual(['shipping_address']);
  });

  test('is the store and the phone of a pick-up, which needs no address', () => {
    const pickup = { ...ready, flow: 'pickup' as const, address: null };
    expect(missingParts({ ...pickup, store: store ?? null, phone: '612-555-0100' })).toEqual([]);
    expect(missingParts(pickup)).toEqual(expect.arrayContaining(['store', 'phone']));
  });

  test('is a day that has closed, unless the order keeps it', () => {
    // The next day, which is too early for a new order.
    const closed = { ...ready, date: '2026-11-21' };
    expect(missingParts(closed)).toEqual(['ship_by_date']);
    expect(missingParts({ ...closed, isDayAsked: () => false })).toEqual([]);
  });

  test('is the day if none is chosen, whatever the order has', () => {
    expect(missingParts({ ...ready, date: null, isDayAsked: () => false })).toEqual(['ship_by_date']);
  });
});

test('the parts that block the button are in the order of the page', () => {
  const [question] = questions;
  if (!question) throw new Error('The questionnaire has no question.');
  const open = ['card', 'shipping_address', 'phone', question.ref, 'ship_by_date', 'store'];
  const of = {
    fields: [question],
    isOpen: (part: string) => open.includes(part),
    isFrequencyOpen: true,
    isNoteTooLong: true,
    isAddressBeingTyped: true,
  };
  const blocking = ['store', 'ship_by_date', 'frequency', question.ref, 'note', 'phone', 'shipping_address', 'card'];
  expect(blockingParts(of).map(({ part }) => part)).toEqual(blocking);
  // An address on file that is being changed blocks too.
  expect(blockingParts({ ...of, isOpen: () => false, isFrequencyOpen: false, isNoteTooLong: false })).toEqual([
    { part: 'shipping_address', name: unsavedAddress },
  ]);
});

describe('the message after the order is saved', () => {
  const shown = { ...shownOrder(fresh), frequency: 'subscription_30_day' as const };
  const coded = { ...account, styling_fee_override_code: 'ONE_DOLLAR_2020' };
  const saved = { shown, isChange: false, account, store: null, date: '2026-12-01', asOf: '2020-11-20T15:00:00Z' };

  test('says that the box is ordered, or that the changes are saved', () => {
    expect(savedToasts(saved)).toEqual(['Your box is ordered.']);
    expect(savedToasts({ ...saved, isChange: true })).toEqual(['Your changes are saved.']);
  });

  test('says when and where a box is picked up', () => {
    const [store] = pickupStores(locations);
    const [toast] = savedToasts({ ...saved, store: store ?? null });
    expect(toast).toMatch(/^Your box is ordered\. Pick it up on Tuesday, December 1: /);
    expect(toast).toContain(store?.name);
  });

  test('names the fee of a customer with the code of 2020 who subscribes, if the form asked for the frequency', () => {
    const fee = 'The $1 styling fee applies to each box through 2020 while you stay on a subscription.';
    expect(savedToasts({ ...saved, account: coded })).toEqual(['Your box is ordered.', fee]);
    const unasked = { ...shown, asksFrequency: false };
    expect(savedToasts({ ...saved, account: coded, shown: unasked })).toEqual(['Your box is ordered.']);
  });
});

test('a refused part is listed by its label, and a question by its title', () => {
  const [question] = questions;
  if (!question) throw new Error('The questionnaire has no question.');
  expect(refusedFaults({ card: 'No card', [question.ref]: 'No answer' }, [question])).toEqual([
    { id: 'payment', label: 'Payment', message: 'No card' },
    { id: `order-${question.ref}`, label: question.title, message: 'No answer' },
  ]);
});
