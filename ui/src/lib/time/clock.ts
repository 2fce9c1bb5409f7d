/** How far the server's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

/** Sets the clock by an answer that says what time it is; the other times are when it was asked for and came, by the browser's clock. */
export function setClock(serverNow: string, askedAt: number, answeredAt = Date.now()): void {
  // The answer was written about half-way through the call.
  ahead = Date.parse(serverNow) - (askedAt + answeredAt) / 2;
}

/** The current instant by the server's clock: what every rule takes as `now`. */
export const now = (): string => new Date(Date.now() + ahead).toISOString();
