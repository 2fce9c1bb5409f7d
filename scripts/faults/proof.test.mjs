// What was answered and is gone, a charge made twice, and an email sent twice or never are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedJobs, foreignMoney, missing, unexpected, wrongCards, wrongEmails, wrongMoney, wrongShares, wrongStock } from './proof.mjs';

const row = {
  email: 'ada@example.com', order: 'o1', code: 'SB-1', status: 'completed', decisions: { i1: true }, invoice: 'v1', paid: '67.40', gift: '0.00',
  coupon: 'KILLS', isOver: true,
};
const order = {
  id: 'o1', code: 'SB-1', status: 'completed', line_items: [{ id: 'i1', claimed_kept: true, received: false }],
  charged: { total_due: '67.40', gift_card_amount: '0.00', coupon_code: 'KILLS' },
  payments: [{ kind: 'styling_fee', amount: '20.00' }, { kind: 'purchase', amount: '67.40' }],
};
const seen = { account: { email: 'ada@example.com', skip_days: 0 }, orders: [order], order, invoice: { id: 'v1', status: 'paid' } };
const all = { taken: [6740, 2000], refunded: [] };
const withPayments = (...payments) => ({ order: { ...order, payments: [...order.payments, ...payments] } });

test('all that was answered is there', () => {
  assert.deepEqual(missing(row, seen), []);
  assert.match(missing(row, { ...seen, orders: [], order: null, invoice: null }).join(), /the number of orders was answered as 1, and is 0/);
  assert.match(missing(row, { ...seen, orders: [order, order] }).join(), /the number of orders was answered as 1, and is 2/);
  assert.match(missing(row, { ...seen, invoice: { id: 'v1', status: 'open' } }).join(), /the invoice was answered as paid, and is open/);
  assert.match(missing(row, { ...seen, order: { ...order, line_items: [] } }).join(), /the decision i1/);
  assert.match(missing({ ...row, skipped: true }, seen).join(), /the days of a skipped box was answered as 30, and is 0/);
  assert.match(missing({ ...row, skipped: true }, { ...seen, account: { ...seen.account, skip_days: 60 } }).join(), /answered as 30, and is 60/);
  assert.match(missing({ ...row, coupon: 'OTHER' }, seen).join(), /the coupon was answered as OTHER, and is KILLS/);
});

test('a bought piece that was brought back is received, and no decision any more', () => {
  assert.deepEqual(missing({ ...row, broughtBack: 'i1' }, seen), ['the piece that was brought back was answered as true, and is false']);
  const received = { ...order, line_items: [{ id: 'i1', claimed_kept: false, received: true }] };
  assert.deepEqual(missing({ ...row, broughtBack: 'i1' }, { ...seen, order: received }), []);
});

test('the gateway took each charge once, and what the customer was told', () => {
  assert.deepEqual(wrongMoney(row, seen, all), []);
  assert.match(wrongMoney(row, seen, { ...all, taken: [6740, 6740, 2000] }).join(), /the gateway took 2000, 6740, 6740/);
  assert.match(wrongMoney(row, seen).join(), /the order was charged 2000, 6740 cents, and the gateway took $/);
  assert.match(wrongMoney({ ...row, paid: '70.00' }, seen, all).join(), /7000 cents were to be paid, and 6740 were/);
  const twice = withPayments({ kind: 'purchase', amount: '67.40' });
  assert.match(wrongMoney(row, twice, { ...all, taken: [6740, 6740, 2000] }).join(), /several payments of the kind purchase/);
  assert.deepEqual(wrongMoney(row, withPayments({ kind: 'gift_card', amount: '30.00' }), all), []);
});

test('the gateway gave back what the customer was told, and all of an order that was called off', () => {
  assert.match(wrongMoney(row, seen, { ...all, refunded: [100] }).join(), /the gateway gave 100/);
  const back = withPayments({ kind: 'refund', amount: '-12.00' });
  assert.deepEqual(wrongMoney(row, back, { ...all, refunded: [1200] }), []);
  assert.match(wrongMoney(row, back, all).join(), /the order was refunded 1200 cents, and the gateway gave $/);
  assert.deepEqual(wrongMoney({ ...row, broughtBack: 'i1' }, back, { ...all, refunded: [1200] }), []);
  assert.match(wrongMoney({ ...row, broughtBack: 'i1' }, seen, all).join(), /a piece was brought back, and no money/);
  const lost = { order: 'o1', ended: 'lost' };
  const fee = { order: { ...order, payments: [order.payments[0], { kind: 'styling_fee_refund', amount: '-20.00' }] } };
  assert.deepEqual(wrongMoney(lost, fee, { taken: [2000], refunded: [2000] }), []);
  assert.match(wrongMoney(lost, { order: { ...order, payments: [order.payments[0]] } }, { taken: [2000], refunded: [] }).join(), /the order was lost/);
});

test('the card on file was charged, and the gateway has forgotten the one before', () => {
  const cards = { card: 'pm_2', replacedCard: 'pm_1' };
  const charged = { cards: ['pm_2', 'pm_2'] };
  assert.deepEqual(wrongCards(cards, charged, new Set(['pm_2'])), []);
  assert.deepEqual(wrongCards(cards, { cards: ['pm_1', 'pm_2'] }, new Set(['pm_2'])), ['the card pm_1 was charged, and pm_2 was on file']);
  assert.deepEqual(wrongCards(cards, charged, new Set(['pm_1', 'pm_2'])), ['the gateway has not forgotten the card pm_1, which was replaced']);
  assert.deepEqual(wrongCards({ card: 'pm_1' }, undefined, new Set()), ['the gateway has forgotten the card pm_1, which is on file']);
  assert.deepEqual(wrongCards({}, undefined, new Set(['pm_1'])), []);
});

/** A pair with a coupon and a gift card of $60.00. The first one paid with both; the second one, who was refused, with the rest of the gift card. */
function pairWith(change = {}) {
  const shares = { pair: 1, coupon: 'PAIR1', balance: '60.00' };
  const first = { row: { code: 'SB-1', shares, invoice: 'v1', coupon: 'PAIR1', paid: '0.00', gift: '40.00' }, charged: { coupon_code: 'PAIR1', gift_card_amount: '40.00' } };
  const refused = [{ why: ['invoice_changed', 'It has changed.'], ended: 'PAIR1', left: '20.00' }];
  const second = { row: { code: 'SB-2', shares, invoice: 'v2', paid: '33.00', gift: '20.00', refused }, charged: { coupon_code: null, gift_card_amount: '20.00' } };
  const changed = (one, { row: inRow = {}, charged = {} } = {}) => ({ row: { ...one.row, ...inRow }, charged: { ...one.charged, ...charged } });
  return { coupon: 'PAIR1', balance: '60.00', rows: [changed(first, change.first), changed(second, change.second)] };
}
const wrongPair = (change, { uses = 1 } = {}) => wrongShares(pairWith(change), { most: 1, uses }).join('; ');

test('a gift card that two customers share pays its balance, and what they were answered', () => {
  assert.equal(wrongPair(), '');
  // 4,000 and 4,000 cents are more than 6,000; and 1,000 of the 2,000 that are left are too few.
  assert.match(wrongPair({ second: { charged: { gift_card_amount: '40.00' } } }), /the cents of the gift card are 8000, and not 6000/);
  assert.match(wrongPair({ second: { charged: { gift_card_amount: '10.00' }, row: { gift: '10.00', paid: '43.00' } } }), /the cents of the gift card are 5000, and not 6000/);
  // Who takes it off leaves the rest on it.
  const without = { row: { without: true, gift: '0.00', paid: '53.00' }, charged: { gift_card_amount: '0.00' } };
  assert.equal(wrongPair({ second: without }), '');
  assert.match(wrongPair({ second: { ...without, charged: {} } }), /the cents of the gift card are 6000, and not 4000/);
});

test('a coupon that can be used once is on one invoice of two', () => {
  const used = { charged: { coupon_code: 'PAIR1' } };
  assert.match(wrongPair({ second: used }), /the invoices with the coupon are 2, and not 1/);
  assert.match(wrongPair({ second: { row: { coupon: 'PAIR1' } } }), /the invoices that were answered with the coupon are 2, and not 1/);
  assert.match(wrongPair({ first: { charged: { coupon_code: null } } }), /the invoices with the coupon are 0, and not 1/);
  assert.match(wrongPair({}, { uses: 2 }), /the uses of the coupon are 2, and not 1/);
  assert.match(wrongPair({ second: { row: { refused: undefined } } }), /the refused customers are 0, and not 1/);
});

test('a refused customer is told why, and what is left', () => {
  const told = (change) => wrongPair({ second: { row: { refused: [{ why: ['invoice_changed', 'It has changed.'], ended: 'PAIR1', left: '20.00', ...change }] } } });
  assert.equal(told({ why: ['PROMO_CODE_NOT_RECOGNIZED', 'This code is not recognized.'] }), '');
  assert.match(told({ why: ['not_found', 'There is none.'] }), /the checkout of SB-2 was refused by not_found/);
  assert.match(told({ why: ['invoice_changed', ''] }), /was refused by invoice_changed, ""/);
  assert.match(told({ ended: null }), /SB-2 was told that the coupon null has ended, and another one has used PAIR1/);
  assert.match(told({ left: '60.00' }), /60.00 of the gift card are left, and 60.00 without 4000 cents are/);
  const both = wrongPair({ first: { row: { refused: [{ why: ['invoice_changed', 'It has changed.'], ended: 'PAIR1', left: '40.00' }] } } });
  assert.match(both, /the refused customers are 2, and not 1; all customers were refused/);
});

test('each piece is in the warehouse, with a customer, or lost', () => {
  const box = (status, ...isBack) => ({ status, line_items: isBack.map((received, place) => ({ image_url: `/api/product_images/P${place}`, size: 'M', received })) });
  const orders = new Map([
    [{ number: 1 }, box('delivered_to_customer', false, false)],
    [{ number: 2 }, box('completed', false, true)],
    [{ number: 3, ended: 'lost' }, box('cancelled', false, false)],
    [{ number: 4, ended: 'canceled' }, box('cancelled', false, false)],
    [{ number: 5 }, box('created')],
    [{ number: 6 }, null],
  ]);
  const stock = (first, second, promised = 0) => new Map([['P0 M', { there: first, promised }], ['P1 M', { there: second, promised: 0 }]]);
  // Of the first garment one is at home, one was kept, and one is lost; of the second one is at home and one is lost.
  const wrong = (...now) => wrongStock(orders, stock(10, 10), stock(...now));
  assert.deepEqual(wrong(7, 8), []);
  assert.deepEqual(wrong(6, 9), [
    'Of P0 M there were 10 pieces, 3 are with customers or lost, and 6 are in the warehouse',
    'Of P1 M there were 10 pieces, 2 are with customers or lost, and 9 are in the warehouse',
  ]);
  assert.deepEqual(wrong(7, 8, 1), ['Of P0 M 1 pieces are promised, and nobody exchanges any']);
  assert.match(wrongStock(orders, stock(10, 10), new Map()).join(), /and 0 are in the warehouse/);
});

test('a charge of an order that nobody was told of is found', () => {
  assert.deepEqual(foreignMoney([row], new Map([['o1', all]])), []);
  assert.match(foreignMoney([row], new Map([['o1', all], ['o2', all]])).join(), /charges of the order o2, which nobody was told of/);
});

test('each email is sent once', () => {
  const sent = ['welcome', 'order_placed', 'being_styled', 'on_its_way', 'delivered', 'receipt'].map((kind) => ({ kind, sent_at: '2026-01-01' }));
  assert.deepEqual(wrongEmails(row, sent), []);
  assert.deepEqual(wrongEmails(row, sent.slice(1)), ['the email welcome was never sent']);
  assert.deepEqual(wrongEmails(row, [{ kind: 'welcome', sent_at: null }, ...sent.slice(1)]), ['the email welcome was never sent']);
  assert.deepEqual(wrongEmails(row, [...sent, sent[5]]), ['the email receipt was sent 2 times']);
  assert.deepEqual(wrongEmails({ ...row, replacedCard: 'pm_1' }, sent), ['the email card_changed was never sent']);
  assert.deepEqual(wrongEmails({ ...row, extended: true }, sent), ['the email extended was never sent']);
});

test('only what the harm explains may wait', () => {
  const waiting = [{ kind: 'clock' }, { kind: 'disk' }, { kind: 'payments' }];
  assert.deepEqual(unexpected({ waiting, unread: [] }, 'sqlite'), [{ kind: 'clock' }, { kind: 'payments' }]);
  assert.deepEqual(unexpected({ waiting, unread: [{ kind: 'taxes' }] }, 'postgres'), [{ kind: 'disk' }, { kind: 'payments' }, { kind: 'taxes' }]);
});

test('a job that failed can be run again', () => {
  const waiting = [{ kind: 'jobs', what: 'job fees' }, { kind: 'jobs', what: 'jobs' }, { kind: 'messages', what: 'job x' }];
  assert.deepEqual(failedJobs(waiting), ['fees']);
});
