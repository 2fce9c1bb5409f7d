// What may be done only once is not taken as done unless it is seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneOnce } from './done_once.mjs';

const AT_ONCE = { ms: 1_000, pauseMs: 0 };
const done = { is: 'done', body: 'answer' };
const unknown = { is: 'unknown', error: new Error('lost') };
const refused = { is: 'refused', error: new Error('not now') };

/** Attempts that end as given, one after the other. */
const attempts = (...ends) => () => Promise.resolve(ends.shift());

test('what is refused at first was not done, whatever is seen', async () => {
  await assert.rejects(doneOnce('pay', attempts(refused), async () => 'seen', AT_ONCE), /not now/);
});

test('what is refused after a lost answer was done if it is seen, and is attempted again otherwise', async () => {
  assert.equal(await doneOnce('pay', attempts(unknown, refused), async () => 'seen', AT_ONCE), 'seen');
  assert.equal(await doneOnce('pay', attempts(unknown, refused, done), async () => null, AT_ONCE), 'answer');
  assert.equal(await doneOnce('pay', attempts(unknown, done), async () => 'seen', AT_ONCE), 'answer');
});

test('a refusal that stays, of what is not seen, is an error that names it', async () => {
  await assert.rejects(doneOnce('pay', attempts(unknown, refused), async () => null, { ms: 0 }), /pay: lost/);
  const always = [unknown, refused, refused, refused];
  await assert.rejects(doneOnce('pay', async () => always.shift() ?? refused, async () => null, { ms: 30, pauseMs: 5 }), /pay: not now/);
});

test('what may be refused or lost is looked at', async () => {
  assert.equal(await doneOnce('ship', attempts({ is: 'unclear', error: new Error('1') }), async () => 'seen', AT_ONCE), 'seen');
});
