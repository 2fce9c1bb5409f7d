// Pairs of customers meet, and how often a coupon was used is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meetingPlace, momentFor, usesIn } from './friends.mjs';

test('the uses of coupons are read from the list of staff', () => {
  const printed = 'CODE   VALUE       FROM        UNTIL  USED\nPAIR1  $7.00 off   2026-11-29  -      10 of 12\nKILLS  $10.00 off  2026-11-29  -      3\n';
  assert.deepEqual([...usesIn(printed)], [['PAIR1', 10], ['KILLS', 3]]);
  assert.equal(usesIn('There are no coupons.\n').size, 0);
});

test('two customers who come one after the other are a pair, and go on together', async () => {
  const { pairs, meet } = meetingPlace();
  const [one, other, third] = [{ number: 1 }, { number: 2 }, { number: 3 }];
  const waits = meet(one);
  assert.equal(await meet(other), await waits);
  assert.deepEqual(pairs.map(({ rows }) => rows), [[one, other]]);
  const alone = meet(third);
  const fourth = meet({ number: 4 });
  assert.equal((await alone).number, 2);
  assert.equal(await fourth, await alone);
});

test('a moment comes when all have come or have given up', async () => {
  const moment = momentFor(2);
  let isThere = false;
  const first = moment.come().then(() => (isThere = true));
  await new Promise(setImmediate);
  assert.equal(isThere, false);
  moment.giveUp();
  await first;
  assert.equal(isThere, true);
});
