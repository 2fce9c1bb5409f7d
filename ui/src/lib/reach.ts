/** Whether the last call was answered, or the browser has said since that there is no network. */
let reached = true;

/** Notes that a call was answered, or that it was not. */
export function noticeReach(answered: boolean): void {
  reached = answered;
}

/** Whether the server could be reached last. */
export const isReached = (): boolean => reached && navigator.onLine;
