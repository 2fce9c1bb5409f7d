// Temporary files in memory: a test of the server that is alone on the machine waits for the disk for a third of its time.
import { accessSync, chmodSync, constants, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { temporaryFolder } from './exit.mjs';

/** The folder in memory, as Linux has it. */
export const MEMORY = '/dev/shm';

/** Whether files of this many bytes fit into memory: programs need as much again. Some tests run a file that they write. */
export function fitsInMemory(bytes, { folder = MEMORY, free = freemem(), mounts = '/proc/mounts' } = {}) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const [, , , options] = readFileSync(mounts, 'utf8').split('\n').map((line) => line.split(' ')).find(([, at]) => at === folder) ?? [];
    return bavail * bsize >= bytes && free >= 2 * bytes && options !== undefined && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}

/** Where temporary files of up to this many bytes belong. */
const folderFor = (bytes) => (fitsInMemory(bytes) ? MEMORY : tmpdir());

/** Lets this program, and all that it starts, write its temporary files of up to this many bytes into a folder that ends with it. */
export function keepTemporaryFiles(bytes) {
  const { folder } = temporaryFolder('stylebox-', folderFor(bytes));
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
}
