/** Replaces the browser's locks, which jsdom does not have. All requests get shared locks, as `busyUntil` asks for. */
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

/** Removes the locks. */
export const withoutLocks = (): void => void Reflect.deleteProperty(navigator, 'locks');
