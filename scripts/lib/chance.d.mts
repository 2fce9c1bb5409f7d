export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  below: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** True in one of so many cases. */
  isOneIn: (number: number) => boolean;
}

export function chanceOf(seed: number): Chance;
