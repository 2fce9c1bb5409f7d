/** Counts the reloads of each test of a file. jsdom cannot reload: it logs an error instead, and the page stays. */
export function watchReloads(): () => number {
  let complaints: jest.SpyInstance | null = null;
  beforeEach(() => {
    complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => complaints?.mockRestore());
  return () => complaints?.mock.calls.filter(([error]) => /navigation/.test(String(error))).length ?? 0;
}
