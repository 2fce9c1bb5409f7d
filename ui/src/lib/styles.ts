/** The loading of all styles; null if it has not begun or has failed. */
let coming: Promise<void> | null = null;
let areWanted = false;

/**
 * Loads the styles of all screens if the document has only those of its own screen. A document that was rendered when the
 * page was built names the file (`ui/scripts/prerender.ts`).
 */
export function loadStyles(): Promise<void> {
  areWanted = true;
  const href = document.documentElement.dataset['styles'];
  if (href === undefined) return Promise.resolve();
  coming ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.addEventListener('load', () => resolve());
    // Without a network, a screen without its styles is better than none. The next screen tries again, and so does the return
    // of the network.
    link.addEventListener('error', () => {
      link.remove();
      coming = null;
      window.addEventListener('online', () => void loadStyles(), { once: true });
      resolve();
    });
    document.head.append(link);
  });
  return coming;
}

/**
 * Resolves with the code of a screen or dialog once its styles are loaded too. The first screen does not wait: the document
 * has its styles.
 */
export async function withStyles<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, areWanted ? loadStyles() : null]);
  return loaded;
}
