import { messagesText } from '~/core';
import { box } from '~test/boxes';
import { failed } from '~test/failed';
import { ChangedTwice } from './saveOrder';
import { orderRefusal } from './sendOrderModel';

const issue = (field: string, message: string) => ({ field, code: 'x', message });

test('a part that another tab changed too says so, under the part’s name', () => {
  const elsewhere = messagesText('changed_elsewhere');
  expect(orderRefusal(new ChangedTwice(['ship_by_date', 'on_demand_customer_msg'], box()))).toEqual({
    refused: { ship_by_date: elsewhere, note: elsewhere },
    why: {},
  });
});

test('a part with several issues shows the first one, and the whole order has no message then', () => {
  const issues = [issue('ship_by_date', 'Closed.'), issue('ship_by_date', 'Too late.'), issue('phone', 'Too short.')];
  expect(orderRefusal(failed(422, { errors: { form_invalid: 'x' }, issues }))).toEqual({
    refused: { ship_by_date: 'Closed.', phone: 'Too short.' },
    why: {},
  });
});

test('a refusal that names no part is about the whole order', () => {
  expect(orderRefusal(failed(409, { errors: { current_order: 'A box is under way.' } }))).toEqual({
    refused: {},
    why: { failure: ['A box is under way.'] },
  });
});

test('without an answer the order is neither refused nor saved', () => {
  expect(orderRefusal(failed(0))).toEqual({ refused: {}, why: { unreached: true } });
});

test('a bug in the page shows the message `unexpected`', () => {
  expect(orderRefusal(new TypeError('x is undefined'))).toEqual({
    refused: {},
    why: { failure: [messagesText('unexpected')] },
  });
});
