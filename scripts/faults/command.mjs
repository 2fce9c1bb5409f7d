// A command that has to end: one that waits for ever, for a lock for example, is a difference.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NotInTime } from '../lib/until.mjs';

/** How long a command may take, in milliseconds. */
const GIVE_UP_MS = 60_000;

/** Runs a program. Returns what it has printed: `{stdout, stderr}`. Throws `NotInTime` if it does not end, and its error if it fails. */
export async function printed(program, args, { ms = GIVE_UP_MS, ...options } = {}) {
  try {
    return await promisify(execFile)(program, args, { ...options, timeout: ms, killSignal: 'SIGKILL' });
  } catch (error) {
    if (error.killed) throw new NotInTime(`This did not end within ${ms / 1000} s: ${[program, ...args].join(' ')}`);
    throw error;
  }
}
