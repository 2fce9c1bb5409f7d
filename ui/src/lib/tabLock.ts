/**
 * Runs `work` while no other tab of this browser holds the lock of this name. Old browsers have no locks; there it runs
 * immediately.
 */
export const withTabLock = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();

/** The lock that all busy tabs share. */
export const busyLock = 'stylebox.busy';

/** Tells the browser's other tabs that this one is busy, until `work` has ended or the tab is closed. */
export function busyUntil(work: Promise<unknown>): void {
  if ('locks' in navigator) void navigator.locks.request(busyLock, { mode: 'shared' }, () => work);
}
