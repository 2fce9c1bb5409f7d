/** All styles, while they come and once they are there; null before, and if they could not be loaded. */
let coming: Promise<void> | null = null;
let areWanted = false;

/**
 * Loads the styles of all screens, if the document has only those of its own: one that was rendered when the page was built names the
 * file (`ui/scripts/prerender.ts`).
 */
export function loadStyles(): Promise<void> {
  areWanted = true;
  const href = document.documentElement.dataset['styles'];
  if (href === undefined) return Promise.resolve();
  coming ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.addEventListener('load', () => resolve());
    // Without a network a screen without its looks is better than none. The next one tries again, and so does the network's return.
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

/** Code that shows something, once its styles are there. The first screen does not wait: the document has its styles. */
export async function withStyles<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, areWanted ? loadStyles() : null]);
  return loaded;
}
