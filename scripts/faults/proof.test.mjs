// What was answered and is gone, a charge made twice, and an email sent twice or never are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedJobs, foreignMoney, missing, unexpected, wrongEmails, wrongMoney } from './proof.mjs';

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

test('a charge of an order that nobody was told of is found', () => {
  assert.deepEqual(foreignMoney([row], new Map([['o1', all]])), []);
  assert.match(foreignMoney([row], new Map([['o1', all], ['o2', all]])).join(), /for the order o2, which nobody was told of/);
});

test('each email is sent once', () => {
  const sent = ['welcome', 'order_placed', 'being_styled', 'on_its_way', 'delivered', 'receipt'].map((kind) => ({ kind, sent_at: '2026-01-01' }));
  assert.deepEqual(wrongEmails(row, sent), []);
  assert.deepEqual(wrongEmails(row, sent.slice(1)), ['the email welcome was never sent']);
  assert.deepEqual(wrongEmails(row, [{ kind: 'welcome', sent_at: null }, ...sent.slice(1)]), ['the email welcome was never sent']);
  assert.deepEqual(wrongEmails(row, [...sent, sent[5]]), ['the email receipt was sent 2 times']);
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
