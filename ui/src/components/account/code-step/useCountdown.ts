import { useCallback, useEffect, useState } from 'react';

/** Counts `seconds` down to 0 after each `start`. */
export function useCountdown(seconds: number): { left: number; start: () => void } {
  const [until, setUntil] = useState<number | null>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) setUntil(null);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = useCallback(() => {
    setUntil(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, [seconds]);
  return { left, start };
}
