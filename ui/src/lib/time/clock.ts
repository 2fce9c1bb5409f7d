/** How far the server's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

/**
 * Sets the clock by the server's time in an answer. `askedAt` and `answeredAt` are the times of the call by the browser's
 * clock, in milliseconds.
 */
export function setClock(serverNow: string, askedAt: number, answeredAt = Date.now()): void {
  // The answer was written about half-way through the call.
  ahead = Date.parse(serverNow) - (askedAt + answeredAt) / 2;
}

/** The current instant by the server's clock: what every rule takes as `now`. */
export const now = (): string => new Date(Date.now() + ahead).toISOString();
