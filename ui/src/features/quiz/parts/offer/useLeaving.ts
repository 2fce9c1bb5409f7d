import { useEffect } from 'react';
import { policy } from '~/core';

/** A screen that is touched: there is no mouse to leave it with. */
const touched = '(hover: none) and (pointer: coarse)';

/** What shows that somebody is at it. */
const signs = ['pointerdown', 'pointermove', 'scroll', 'keydown', 'input', 'focusin'] as const;

/**
 * Calls `onLeaving` as the customer seems to be going: the mouse leaves the page, or for a while a phone is not touched
 * (spec A, section 2). Never while somebody types, and never over another dialog.
 */
export function useLeaving(onLeaving: () => void, watching: boolean): void {
  useEffect(() => {
    if (!watching) return;
    const idleMs = policy().exit_offer_idle_ms;
    const leave = () => {
      if (!document.hidden && document.querySelector('[role="dialog"]') === null) onLeaving();
    };

    if (!window.matchMedia(touched).matches) {
      let typedAt = -Infinity;
      const typed = () => {
        typedAt = performance.now();
      };
      const left = () => {
        if (performance.now() - typedAt >= idleMs) leave();
      };
      document.addEventListener('input', typed);
      document.documentElement.addEventListener('mouseleave', left);
      return () => {
        document.removeEventListener('input', typed);
        document.documentElement.removeEventListener('mouseleave', left);
      };
    }

    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isWriting() ? wait() : leave()), idleMs);
    };
    wait();
    for (const sign of signs) window.addEventListener(sign, wait, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, wait, { capture: true });
    };
  }, [onLeaving, watching]);
}

/** The focus is where text goes, or in a list of choices that is open: somebody is thinking what to put there. */
const isWriting = () =>
  document.activeElement?.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"])') ??
  false;
