// A command that does not end is a difference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotInTime } from '../lib/until.mjs';
import { printed } from './command.mjs';

const node = (code, options) => printed(process.execPath, ['-e', code], options);

test('a command returns what it prints, and its error if it fails', async () => {
  assert.equal((await node('console.log("done")')).stdout, 'done\n');
  await assert.rejects(node('console.error("no"); process.exit(3)'), { code: 3, stderr: 'no\n' });
});

test('a command that does not end is stopped', async () => {
  await assert.rejects(node('setInterval(() => {}, 1000)', { ms: 50 }), NotInTime);
});
