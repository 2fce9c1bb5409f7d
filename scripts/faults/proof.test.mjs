// What was answered and is gone, a charge made twice, and an email sent twice or never are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailsOn, missing, unexpected, wrongEmails, wrongMoney } from './proof.mjs';

const row = { email: 'ada@example.com', order: 'o1', code: 'SB-1', status: 'completed', decisions: { i1: true }, invoice: 'v1', paid: '67.40', gift: '0.00', isOver: true };
const order = {
  id: 'o1', code: 'SB-1', status: 'completed', line_items: [{ id: 'i1', claimed_kept: true }], charged: { total_due: '67.40', gift_card_amount: '0.00' },
  payments: [{ kind: 'styling_fee', amount: '1.00' }, { kind: 'purchase', amount: '67.40' }],
};
const seen = { account: { email: 'ada@example.com' }, orders: [order], order, invoice: { id: 'v1', status: 'paid' } };

test('all that was answered is there', () => {
  assert.deepEqual(missing(row, seen), []);
  assert.match(missing(row, { ...seen, orders: [], order: null, invoice: null }).join(), /the number of orders was answered as 1, and is 0/);
  assert.match(missing(row, { ...seen, orders: [order, order] }).join(), /the number of orders was answered as 1, and is 2/);
  assert.match(missing(row, { ...seen, invoice: { id: 'v1', status: 'open' } }).join(), /the invoice was answered as paid, and is open/);
  assert.match(missing(row, { ...seen, order: { ...order, line_items: [] } }).join(), /the decision i1/);
});

test('the gateway took each charge once, and what the customer was told', () => {
  assert.deepEqual(wrongMoney(row, seen, { taken: [6740, 100], refunded: [] }), []);
  assert.match(wrongMoney(row, seen, { taken: [6740, 6740, 100], refunded: [] }).join(), /were to be paid once/);
  assert.match(wrongMoney(row, seen).join(), /6740 cents were to be paid once/);
  const withGiftCard = { ...order, payments: [...order.payments, { kind: 'gift_card', amount: '30.00' }] };
  assert.deepEqual(wrongMoney(row, { ...seen, order: withGiftCard }, { taken: [6740, 100], refunded: [] }), []);
  assert.match(wrongMoney(row, seen, { taken: [6740, 100], refunded: [100] }).join(), /the gateway gave 100/);
});

test('each email is sent once', () => {
  const email = (subject) => ({ to: 'ada@example.com', subject });
  const sent = ['Welcome to Stylebox', 'Your Stylebox is ordered', 'Your Stylebox receipt'].map(email);
  assert.deepEqual(wrongEmails(row, sent), []);
  assert.deepEqual(wrongEmails(row, sent.slice(1)), ['"Welcome to Stylebox" was never sent']);
  assert.deepEqual(wrongEmails(row, [...sent, sent[2]]), ['"Your Stylebox receipt" was sent 2 times']);
  const page = '<details><summary><h2 class="subject">Hello</h2><time datetime="2026-01-01">x</time><p class="to">To ada@example.com</p></summary>';
  assert.deepEqual(emailsOn(`${page}<iframe src="/dev/outbox/m1">`), [{ id: 'm1', to: 'ada@example.com', subject: 'Hello' }]);
  assert.deepEqual(emailsOn(page), []);
});

test('a payment may not wait, and a clock may', () => {
  assert.deepEqual(unexpected({ waiting: [{ kind: 'clock' }, { kind: 'payments' }], unread: [] }), [{ kind: 'payments' }]);
});
