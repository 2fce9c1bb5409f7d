/**
 * Does `work` when no other tab does work of this name. Old browsers have no locks: there it is done at once.
 */
export const alone = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
