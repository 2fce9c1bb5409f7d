/** Longer than between two keys of a word. */
const pauseMs = 300;

/** When the last key was pressed, by `performance.now()`; null before the first one. */
let lastKeyAt: number | null = null;

const noteKey = () => {
  lastKeyAt = performance.now();
};

/** Begins to note when somebody types. A customer whose focus is in a field already may be typing. */
export function watchTyping(): void {
  if (document.activeElement?.matches('input, textarea')) noteKey();
  for (const type of ['keydown', 'input']) addEventListener(type, noteKey, { capture: true, passive: true });
}

/**
 * Resolves once nobody types. Work that would block a slow phone's keys for too long waits for it. A prerendered screen takes
 * text without that work.
 */
export async function untilTypingPauses(): Promise<void> {
  if (lastKeyAt === null) return;
  const left = lastKeyAt + pauseMs - performance.now();
  if (left <= 0) return;
  await new Promise((resolve) => setTimeout(resolve, left));
  await untilTypingPauses();
}
