// Waits until something is there.
import { setTimeout as pause } from 'node:timers/promises';

/** How long it is looked for, and the pause before each look but the first. */
const GIVE_UP_MS = 60_000;
const AGAIN_MS = 60;

/** Something was waited for too long. */
export class NotInTime extends Error {}

/** Repeats `look` until it finds something, which is returned. Throws `NotInTime` if that takes too long; `what()` says then what was waited for. */
export async function until(what, look, { ms = GIVE_UP_MS, pauseMs = AGAIN_MS } = {}) {
  const deadline = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() >= deadline) throw new NotInTime(`This did not come to an end within ${ms / 1000} s: ${what()}`);
    await pause(pauseMs);
  }
}
