import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../docs/files.mjs';
import { allowedBy, callsIn } from './system_calls.mjs';

const groups = { '@system-service': ['read', 'write', 'fchown', 'setuid'], '@privileged': ['fchown', 'setuid', 'mount'], '@chown': ['fchown'] };
const allowed = (unit) => [...allowedBy(unit, (group) => groups[group])].sort();

test('each line of a unit adds to the calls that are allowed, or takes away', () => {
  const filtered = 'SystemCallFilter=@system-service\nSystemCallFilter=~@privileged\n';
  assert.deepEqual(allowed(filtered), ['read', 'write']);
  assert.deepEqual(allowed(`${filtered}# Why.\nSystemCallFilter=@chown uname\n`), ['fchown', 'read', 'uname', 'write']);
});

test('Litestream may give its files to its user, and no other unit may', () => {
  const may = (unit) => allowed(textOf(`deploy/systemd/${unit}.service`)).includes('fchown');
  assert.deepEqual(['stylebox-litestream', 'stylebox', 'stylebox-backup', 'stylebox-migrate'].map(may), [true, false, false, false]);
});

test('the calls of a program are those after its start, each once', () => {
  const trace = [
    '7 setuid(65534) = 0',
    '7 execve("/bin/program", ["program"], 0x7f) = 0',
    '7 read(3, "x", 1) = 1',
    '8 futex(0x1, FUTEX_WAIT <unfinished ...>',
    '7 read(3, "", 1) = 0',
    '8 <... futex resumed>) = 0',
    '8 +++ exited with 0 +++',
    '7 --- SIGTERM {si_signo=SIGTERM} ---',
  ];
  assert.deepEqual([...callsIn(trace.join('\n'))], ['read', 'futex']);
});
