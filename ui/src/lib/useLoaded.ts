import { useEffect, useState } from 'react';

/** The delay before a failed load is tried again. */
export const retryMs = 3000;

/**
 * Code that is loaded once it is `wanted`; null until then. If loading fails, the page stays as it is, and loading is tried
 * again automatically. Some browsers keep the failure until the page is reloaded, so a caller that needs the code offers a
 * reload while `isFailed`. `load` must be the same function on every render.
 */
export function useLoaded<Code extends object>(
  load: () => Promise<Code>,
  wanted: boolean,
): { code: Code | null; isFailed: boolean } {
  const [code, setCode] = useState<Code | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const isNeeded = wanted && code === null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      try {
        const loaded = await load();
        if (!isLeft) setCode(loaded);
      } catch {
        if (isLeft) return;
        setIsFailed(true);
        timer = setTimeout(() => void attempt(), retryMs);
      }
    };
    void attempt();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [load, isNeeded]);
  return { code, isFailed: isNeeded && isFailed };
}
