// What may be done only once ends: a service that stands still is a difference, and no run without an end.
import { until } from '../lib/until.mjs';

/**
 * Does what may be done only once, and returns what was answered. `attempt` returns `{is, body, error}`. If the first attempt is
 * `refused`, it was not done, and this throws. After an attempt that is `unknown` a refusal says nothing: it may have been done
 * before. Then `look` decides, which returns what is seen of it if it is done, and it is attempted again until it is. An attempt that is
 * `unclear` is a refusal, or nobody knows.
 */
export async function doneOnce(what, attempt, look, timing) {
  let [isFirst, wrong] = [true, null];
  const end = await until(() => `${what}: ${wrong?.message}`, async () => {
    const { is, body, error } = await attempt();
    if (is === 'done') return { body };
    if (is === 'refused' && isFirst) throw error;
    [isFirst, wrong] = [false, error];
    const seen = is === 'unknown' ? null : await look();
    return seen && { body: seen };
  }, timing);
  return end.body;
}
