// What is tidied up after processes that are killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../lib/until.mjs';
import { tidyClocks } from './harm.mjs';

test('what faketime leaves of a process is removed once it has ended, also before its parent has asked for its end', { skip: !existsSync('/proc') }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-clocks-'));
  context.after(() => rmSync(folder, { recursive: true }));
  // `sleep` takes the place of the parent, and never asks.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  context.after(() => parent.kill('SIGKILL'));
  const [printed] = await once(parent.stdout, 'data');
  const ended = Number(printed);
  await until(() => `${ended} has ended`, () => readFileSync(`/proc/${ended}/stat`, 'utf8').includes(') Z '));
  const left = [`faketime_shm_${parent.pid}`, 'other'];
  for (const name of [`faketime_shm_${ended}`, `sem.faketime_sem_${ended}`, ...left]) writeFileSync(join(folder, name), '');
  tidyClocks(folder);
  assert.deepEqual(readdirSync(folder), left);
});
