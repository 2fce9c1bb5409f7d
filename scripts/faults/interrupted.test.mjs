// `just faults` that a signal ends leaves neither a process nor a database. A script takes the place of cargo and of the test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { inPlaceOf, isAlive } from '../lib/testing.mjs';
import { until } from '../lib/until.mjs';

/** Nobody's run has this seed. */
const SEED = '860170';
/** A test that has a database, and writes into it all the time. Its parent only waits, as cargo does. */
const CARGO = `#!/bin/sh
export DATABASE="\${TMPDIR:-/tmp}/stylebox_interrupted_$$"
mkdir "$DATABASE"
sh -c 'echo "$$ $DATABASE" > "$NOTE.part"; mv "$NOTE.part" "$NOTE"; while :; do n=$(((n + 1) % 500)); { true > "$DATABASE/$n"; } 2> /dev/null; done' &
wait
`;

test('just faults that is interrupted ends the test, and removes its database', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-interrupted-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const note = join(folder, 'note');
  const env = { ...inPlaceOf('cargo', CARGO, folder), NOTE: note };
  const faults = spawn(process.execPath, [join(root, 'scripts', 'faults.mjs'), '--seed', SEED, '--shops', '1'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  context.after(() => faults.kill('SIGKILL'));
  await until(() => 'the test runs', () => existsSync(note) || assert.equal(faults.exitCode, null));
  const [pid, database] = readFileSync(note, 'utf8').trim().split(' ');
  context.after(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(database, { recursive: true, force: true, maxRetries: 9 });
  });
  assert.ok(existsSync(database));
  const ended = once(faults, 'exit');
  faults.kill('SIGTERM');
  await ended;
  await until(() => `process ${pid} runs: ${isAlive(pid)}; ${database} is there: ${existsSync(database)}`, () => !isAlive(pid) && !existsSync(database), { ms: 10_000 });
});
