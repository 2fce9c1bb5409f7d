// What several tests of the scripts ask.
import { signalTo } from './exit.mjs';

/** Whether a process runs, or has ended and its parent has not asked for its end yet. */
export const isAlive = (pid) => signalTo(pid, 0);
