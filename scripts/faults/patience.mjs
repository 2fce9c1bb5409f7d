// Whatever is repeated ends: a service that stands still is a difference, and no run without an end.
import { setTimeout as pause } from 'node:timers/promises';

/** How long anything is repeated before the service counts as standing still, and the pause before it is repeated. */
const GIVE_UP_MS = 60_000;
const AGAIN_MS = 60;

/** Repeats `look` until it finds something, which is returned. Throws if that takes too long; `what()` says then what was waited for. */
export async function until(what, look, { ms = GIVE_UP_MS, pauseMs = AGAIN_MS } = {}) {
  const deadline = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() >= deadline) throw new Error(`This did not come to an end within ${ms / 1000} s: ${what()}`);
    await pause(pauseMs);
  }
}

/**
 * Does what may be done only once, and returns what was answered. `attempt` returns `{is, body, error}`. If the first attempt is
 * `refused`, it was not done, and this throws. After an attempt that is `unknown` a refusal says nothing: it may have been done
 * before. Then `look` decides, which returns what is seen of it if it is done, and it is attempted again until it is. An attempt that is
 * `unclear` is a refusal, or nobody knows.
 */
export async function doneOnce(what, attempt, look, patience) {
  let [isFirst, wrong] = [true, null];
  const end = await until(() => `${what}: ${wrong?.message}`, async () => {
    const { is, body, error } = await attempt();
    if (is === 'done') return { body };
    if (is === 'refused' && isFirst) throw error;
    [isFirst, wrong] = [false, error];
    const seen = is === 'unknown' ? null : await look();
    return seen && { body: seen };
  }, patience);
  return end.body;
}
