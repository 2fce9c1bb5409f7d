// Random choices that follow from a seed.

/** Mulberry32: a small generator that gives the same numbers on every machine. */
export function chanceOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)], isOneIn: (number) => below(number) === 0 };
}
