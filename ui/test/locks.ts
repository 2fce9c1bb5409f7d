/** Replaces the browser's locks, which jsdom does not have. All requests share them, as those of `busyUntil` do. */
export function shareLocks(): void {
  const held = new Set<{ name: string }>();
  const locks = {
    request: async (name: string, ...rest: unknown[]) => {
      const lock = { name };
      held.add(lock);
      try {
        return await (rest.at(-1) as () => unknown)();
      } finally {
        held.delete(lock);
      }
    },
    query: async () => ({ held: [...held] }),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** Takes the locks away again. */
export const withoutLocks = (): void => void Reflect.deleteProperty(navigator, 'locks');
