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
  assert.ok(['can_still_cancel', 'extension_failed', 'skip_question'].every((name) => found['orders.rs'].includes(name)), found['orders.rs'].join());
});

test('a message that no source names is reported', () => {
  const [form, refusals, errors] = KINDS;
  const says = (source) => [{ name: 'a.ts', source }];
  assert.deepEqual(unusedOf(form, '        REQUIRED = "required", "Required";\n', says('Message::REQUIRED_TOO')), ['form.rs: REQUIRED']);
  assert.deepEqual(unusedOf(form, '        REQUIRED = "required", "Required";\n', says('fault(Message::REQUIRED)')), []);
  assert.deepEqual(unusedOf(refusals, '    NotNow = "not_now", "Later.";\n', says('Refusal::NotNowAtAll')), ['refusals.rs: NotNow']);
  assert.deepEqual(unusedOf(errors, '    ("gone", "It is gone."),\n    (LATER, LATER_TEXT),\n', says("messagesText('gone'); LATER")), []);
  assert.deepEqual(unusedOf(errors, '    ("gone", "It is gone."),\n', says('gone')), ['errors.rs: gone']);
  assert.deepEqual(unusedOf(errors, '    ("texts_none", "None."),\n', says('messagesText(`texts_${state}`)')), []);
  assert.deepEqual(unusedOf(errors, '    ("texts_none", "None."),\n', says('messagesText(`text_${state}`)')), ['errors.rs: texts_none']);
});
