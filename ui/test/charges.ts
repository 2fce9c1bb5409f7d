import type { NextChargeBody } from '~/api/schema.gen';

/** The charge of a box at home: kept items are charged at noon of the day after the one to decide by. */
export const purchase = (change: Partial<NextChargeBody> = {}): NextChargeBody => ({
  what: 'purchase',
  time: 'after_try_on',
  amount: '322.40',
  on: '2026-11-25',
  at: '2026-11-25T18:00:00Z',
  undecided: 4,
  by_new_card: false,
  order_id: 'o1',
  box: null,
  card: { brand: 'Visa', last_four: '4242', expiration: '12/28' },
  has_consent: true,
  ...change,
});

/** The styling fee of an ordered box. */
export const feeOfBox = (change: Partial<NextChargeBody> = {}): NextChargeBody =>
  purchase({ what: 'styling_fee', time: 'styled', amount: '20.00', on: null, at: null, ...change });

/** There is no charge before the customer acts. */
export const noCharge = (change: Partial<NextChargeBody> = {}): NextChargeBody =>
  purchase({ what: null, time: 'ordered', amount: null, on: null, at: null, order_id: null, ...change });
