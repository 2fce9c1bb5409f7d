/**
 * Does `work` while no other tab of this browser holds the lock of this name. Old browsers have no locks: there it is done at
 * once.
 */
export const withTabLock = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
