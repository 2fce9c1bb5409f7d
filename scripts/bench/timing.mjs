// Timing: all contestants take turns in every round, so that whatever else the machine does affects all of them.

const ROUNDS = 101;
/** About how long each contestant is timed in a round. */
const ROUND_MS = 2;

/** Uses the answers, so that the compiler does not remove the calls. */
export let used;

/** Microseconds a call, averaged over `calls` calls. */
function micros(call, calls) {
  const started = performance.now();
  for (let index = 0; index < calls; index += 1) used = call();
  return ((performance.now() - started) * 1000) / calls;
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Microseconds a call of each of `calls`: the median of many rounds, after warming up. */
export function time(calls) {
  const timed = calls.map((call) => {
    const warm = micros(call, 2_000);
    return { call, count: Math.max(1, Math.ceil((ROUND_MS * 1000) / warm)), samples: [] };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { call, count, samples } of timed) samples.push(micros(call, count));
  }
  return timed.map(({ samples }) => median(samples));
}
