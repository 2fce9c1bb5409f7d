import { within } from '~/lib/time/within';

/** Time limit for loading a party's script. Filling in a form takes longer. */
const timeoutMs = 8_000;

const loading = new Map<string, Promise<void>>();

/**
 * Loads the script of a party once. Rejects if it cannot be loaded, or if `isThere` returns false because a blocker delivered
 * an empty script. After a failure it can be tried again.
 */
export function loadPartyScript(src: string, isThere: () => boolean): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const load = loadOnce(src, isThere);
  loading.set(src, load);
  load.catch(() => loading.delete(src));
  return load;
}

function loadOnce(src: string, isThere: () => boolean): Promise<void> {
  const script = document.createElement('script');
  script.src = src;
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('The script of a party is blocked, or does not come.'));
    script.addEventListener('load', () => (isThere() ? resolve() : fail()));
    script.addEventListener('error', fail);
  });
  document.head.append(script);
  return within(loaded, timeoutMs).catch((error: unknown) => {
    script.remove();
    throw error;
  });
}
