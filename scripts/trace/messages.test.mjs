// Every message of core is used.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { KINDS, messagesIn, unusedMessages, unusedOf } from './messages.mjs';

test('no message is unused', () => {
  assert.deepEqual(unusedMessages(), []);
});

test('the messages of each file are found', () => {
  const found = Object.fromEntries(KINDS.map((kind) => [kind.file, messagesIn(kind, readFileSync(join(root, 'core/src/messages', kind.file), 'utf8'))]));
  assert.ok(['REQUIRED', 'PASSWORD_TOO_SIMPLE', 'too_short', 'day_out_of_range', 'TOO_MANY_PHOTOS'].every((name) => found['form.rs'].includes(name)), found['form.rs'].join());
  assert.ok(['NotFound', 'TaxUnknown', 'ExchangeSizeUnavailable', 'EmailLinkInvalid'].every((name) => found['refusals.rs'].includes(name)), found['refusals.rs'].join());
  assert.ok(['email_invalid', 'ADDRESS_INVALID', 'newer_version', 'reset_link_sent'].every((name) => found['errors.rs'].includes(name)), found['errors.rs'].join());
  assert.ok(['can_still_cancel', 'extension_failed', 'first_box_after_card'].every((name) => found['orders.rs'].includes(name)), found['orders.rs'].join());
  const short = { 'addresses.rs': 'later_boxes_too', 'card.rs': 'fee_declined_again', 'closing.rs': 'closing_taken_back', 'payment.rs': 'confirm_at_bank', 'subscription.rs': 'skip_question' };
  for (const [file, code] of Object.entries(short)) assert.ok(found[file].includes(code), `${file}: ${found[file]}`);
});

test('a message that no source names is reported', () => {
  const [form, refusals] = KINDS;
  const errors = KINDS.find(({ file }) => file === 'errors.rs');
  const says = (source) => [{ name: 'a.ts', source }];
  assert.deepEqual(unusedOf(form, '        REQUIRED = "required", "Required";\n', says('Message::REQUIRED_TOO')), ['form.rs: REQUIRED']);
  assert.deepEqual(unusedOf(form, '        REQUIRED = "required", "Required";\n', says('fault(Message::REQUIRED)')), []);
  assert.deepEqual(unusedOf(refusals, '    NotNow = "not_now", "Later.";\n', says('Refusal::NotNowAtAll')), ['refusals.rs: NotNow']);
  assert.deepEqual(unusedOf(errors, '    ("gone", "It is gone."),\n    (LATER, LATER_TEXT),\n', says("messagesText('gone'); LATER")), []);
  assert.deepEqual(unusedOf(errors, '    ("gone", "It is gone."),\n', says('gone')), ['errors.rs: gone']);
});
