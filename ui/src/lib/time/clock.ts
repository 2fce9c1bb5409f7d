/** How far the server's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

/** Sets the clock by an answer that says what time it is; `askedAt` is when the browser asked, by its own clock. */
export function setClock(serverNow: string, askedAt: number): void {
  // The answer was written about half-way through the call.
  ahead = Date.parse(serverNow) - (askedAt + Date.now()) / 2;
}

/** The current instant by the server's clock: what every rule takes as `now`. */
export const now = (): string => new Date(Date.now() + ahead).toISOString();
