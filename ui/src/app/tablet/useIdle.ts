import { useEffect, useRef, useState } from 'react';
import { policy } from '~/core';
import { holdsAnything } from '~/lib/memory';
import { useIsAt } from '~/lib/router/hooks';
import { touch, touchedAt } from '~/lib/tablet';
import { paths } from '~/paths';
import { leave } from './leave';

/** Events that show that somebody is there. */
const activity = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input'] as const;

const tickMs = 1000;

/** How often the time of the last touch is stored, so that the count goes on after a reload. */
const writeMs = 5000;

/**
 * Watches whether somebody still uses a store's tablet. While the customer is asked whether they are still there, it returns
 * the seconds that are left to answer, otherwise null. Without an answer the tablet forgets the customer. If nobody is signed
 * in and nothing was typed, it does not ask. What staff type to choose the tablet's store does not count.
 */
export function useIdle(isSignedIn: boolean): { secondsLeft: number | null; stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const lastActiveAt = useRef(0);
  const lastWrittenAt = useRef(0);
  const hasTyped = useRef(false);
  const isAsking = secondsLeft !== null;
  const isAtStore = useIsAt(paths.storeLocation);
  const isSetUp = isAtStore && !isSignedIn;

  useEffect(() => {
    lastActiveAt.current ||= touchedAt() || Date.now();
    const { store_idle_seconds: idle, store_idle_answer_seconds: answer } = policy();
    const active = (event: Event) => {
      if (event.type === 'input' && !isSetUp) hasTyped.current = true;
      // While the customer is asked, only their answer counts as activity.
      if (isAsking) return;
      lastActiveAt.current = Date.now();
      if (lastActiveAt.current - lastWrittenAt.current < writeMs) return;
      lastWrittenAt.current = lastActiveAt.current;
      touch(lastActiveAt.current);
    };
    const tick = () => {
      lastActiveAt.current = Math.max(lastActiveAt.current, touchedAt());
      const idleSeconds = (Date.now() - lastActiveAt.current) / 1000;
      const isInUse = isSignedIn || hasTyped.current || holdsAnything();
      if (idleSeconds < idle || !isInUse) setSecondsLeft(null);
      else if (idleSeconds < idle + answer) setSecondsLeft(Math.ceil(idle + answer - idleSeconds));
      else leave();
    };
    tick();
    const timer = setInterval(tick, tickMs);
    // A tablet that wakes up checks immediately.
    document.addEventListener('visibilitychange', tick);
    for (const event of activity) window.addEventListener(event, active, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      for (const event of activity) window.removeEventListener(event, active, { capture: true });
    };
  }, [isSignedIn, isSetUp, isAsking]);

  const stay = () => {
    lastActiveAt.current = Date.now();
    touch(lastActiveAt.current);
    setSecondsLeft(null);
  };
  return { secondsLeft, stay };
}
