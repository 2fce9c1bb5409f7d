/**
 * What is typed and not yet sent, over the one reload that brings a newer version of the page. Whatever holds something typed
 * says so with `holdTyped` while it is on the screen; before the reload all of it is written down (`components/keepTyped`), and
 * the page that is loaded then gives it back.
 */
export type Typed = Readonly<Record<string, unknown>>;

/** What was typed into one holder, and on which screen. */
export interface Kept {
  path: string;
  holder: string;
  values: Typed;
}

/** Where it is in the tab's storage, from the press until the page is loaded. */
export const typedKey = 'stylebox.typed';

/** What holds something typed now. `read` gives it by the name of each field. */
export const holders = new Set<{ holder: string; read: () => Typed }>();

/** What is to be done before the reload. */
export const preparations = new Set<() => void>();

let kept = recallOnce();

/** `read` gives what is typed into `holder`. The answer ends it. */
export function holdTyped(holder: string, read: () => Typed): () => void {
  const entry = { holder, read };
  holders.add(entry);
  return () => holders.delete(entry);
}

/** What was typed into `holder` on this screen before the reload. */
export const typedBefore = (holder: string): Typed | null => keptFor(holder)?.values ?? null;

/** The same, to have it back: nobody is given it again. */
export function takeTyped(holder: string): Typed | null {
  const found = keptFor(holder);
  kept = kept.filter((entry) => entry !== found);
  return found?.values ?? null;
}

/** Forgets what was typed before the reload: it was somebody else's. */
export function forgetTyped(): void {
  kept = [];
}

/** Runs before the reload, for what is never written down and can be found again. The answer ends it. */
export function beforeReload(prepare: () => void): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

const keptFor = (holder: string) =>
  kept.find((entry) => entry.holder === holder && entry.path === window.location.pathname);

/** What the page before this one kept. From now on the storage has nothing of it. */
function recallOnce(): Kept[] {
  try {
    const found = sessionStorage.getItem(typedKey);
    sessionStorage.removeItem(typedKey);
    return found === null ? [] : (JSON.parse(found) as Kept[]);
  } catch {
    // A browser may forbid its storage, and somebody may have written there by hand.
    return [];
  }
}
