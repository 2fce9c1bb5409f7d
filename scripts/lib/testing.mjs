// What several tests of the scripts ask.
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { signalTo } from './exit.mjs';

/** The environment of a process that finds this script, which is put into `folder`, in place of the program of that name. */
export function inPlaceOf(program, script, folder) {
  writeFileSync(join(folder, program), script, { mode: 0o755 });
  return { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
}

/** Whether a process runs, or has ended and its parent has not asked for its end yet. */
export const isAlive = (pid) => signalTo(pid, 0);
