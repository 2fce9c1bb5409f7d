// Whether the units let their programs make the system calls that they make. One that a unit filters ends the program at once, and only a
// machine with systemd would show that.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../docs/files.mjs';
import { serverProgram } from '../lib/build.mjs';
import { endWithThisProgram, isRunning } from '../lib/exit.mjs';
import { ask } from '../lib/machine.mjs';
import { freePort } from '../lib/server.mjs';
import { expect } from './checks.mjs';
import { litestreamConfig } from './litestream.mjs';
import { fromPython, installed } from './tools.mjs';

/** How long a program may take to do its work under strace, in milliseconds. */
const WORK_MS = 60_000;

/** The calls of a group such as `@chown`, by systemd's own list. */
function callsOf(group) {
  const lines = ask('systemd-analyze', 'syscall-filter', group).split('\n').slice(1).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).flatMap((name) => (name.startsWith('@') ? callsOf(name) : [name]));
}

/** The calls that a unit's lines `SystemCallFilter=` allow: the first line allows some, and each later one adds or takes away. */
export function allowedBy(unit, callsIn = callsOf) {
  const allowed = new Set();
  for (const [, isRemoved, names] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    const calls = names.split(/\s+/).flatMap((name) => (name.startsWith('@') ? callsIn(name) : [name]));
    for (const call of calls) allowed[isRemoved ? 'delete' : 'add'](call);
  }
  return allowed;
}

/** The calls that strace has written down, after the program itself was started. */
export function callsIn(trace) {
  const lines = trace.split('\n');
  const started = lines.findIndex((line) => /\bexecve\(.*= 0$/.test(line));
  const names = lines.slice(started + 1).map((line) => /^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)/.exec(line)?.[1]);
  return new Set(names.filter(Boolean));
}

/** Runs a command as a user without rights, until `isDone` or its end. Returns the calls that it made. */
async function trace(folder, name, command, isDone = () => false) {
  const log = join(folder, `${name}.strace`);
  const user = process.getuid() === 0 ? ['-u', 'nobody'] : [];
  const strace = spawn('strace', [...user, '-f', '-qq', '-o', log, ...command], { cwd: folder, stdio: 'ignore', detached: true });
  // strace passes a signal on to nobody, so its whole group gets it.
  const signal = (name) => isRunning(strace) && process.kill(-strace.pid, name);
  endWithThisProgram(strace);
  const ended = new Promise((resolve) => strace.on('exit', resolve));
  const until = performance.now() + WORK_MS;
  try {
    while (isRunning(strace) && !isDone()) {
      expect(performance.now() < until, `${name} does not get its work done under strace.`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    signal('SIGTERM');
    await ended;
  }
  return callsIn(readFileSync(log, 'utf8'));
}

/** The server, a backup and Litestream on SQLite. */
export async function checkSystemCalls(folder) {
  await installed('strace', 'strace');
  await installed('systemd', 'systemd-analyze');
  mkdirSync(folder, { recursive: true });
  // `nobody` makes files here, and may not be allowed to look into this repository.
  chmodSync(folder, 0o777);
  const put = (from, name) => {
    copyFileSync(from, join(folder, name));
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  const server = put(serverProgram, 'stylebox-server');
  const litestream = put(await fromPython('litestream'), 'litestream');
  const [database, backups] = [join(folder, 'shop.db'), join(folder, 'backups')];
  const config = litestreamConfig(folder, database);
  const settings = ['--listen', `127.0.0.1:${await freePort()}`, '--database-url', `sqlite:${database}`];
  const isHealthy = () => ask(server, 'health', ...settings) !== null;
  const isCopied = () => (ask(litestream, 'ltx', '-config', config, database) ?? '').trim().split('\n').length > 1;
  const made = [
    ['stylebox', await trace(folder, 'serve', [server, 'serve', '--demo', '--log', 'warn', ...settings], isHealthy)],
    ['stylebox-backup', await trace(folder, 'backup', [server, 'backup', '--demo', '--log', 'warn', ...settings, backups])],
    ['stylebox-litestream', await trace(folder, 'litestream', [litestream, 'replicate', '-config', config], isCopied)],
  ];
  for (const [unit, calls] of made) {
    const allowed = allowedBy(textOf(`deploy/systemd/${unit}.service`));
    const filtered = [...calls].filter((call) => !allowed.has(call));
    expect(calls.size > 20, `strace has written down only ${calls.size} calls of ${unit}.`);
    expect(filtered.length === 0, `${unit}.service would end its program at ${filtered.join(', ')}.`);
  }
  return made.map(([unit, calls]) => `${unit} makes ${calls.size} kinds of calls`).join(', ');
}
