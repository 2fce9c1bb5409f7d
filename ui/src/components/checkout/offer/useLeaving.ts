import { useEffect } from 'react';
import { policy } from '~/core';

/** A touch screen without a mouse. */
const touchOnly = '(hover: none) and (pointer: coarse)';

/** Events that show activity. */
const activityEvents = ['pointerdown', 'pointermove', 'scroll', 'keydown', 'input', 'focusin'] as const;

/**
 * Calls `onLeaving` when the customer seems to leave: the mouse leaves the page, or a phone is not touched for a while (spec
 * A, section 2). It does not call it while the customer types or a dialog is open. After loading something, `onLeaving` can
 * call its argument to ask whether they are still leaving.
 */
export function useLeaving(onLeaving: (isStillLeaving: () => boolean) => void, watching: boolean): void {
  useEffect(() => {
    if (!watching) return;
    const idleMs = policy().exit_offer_idle_ms;
    let isWatching = true;
    const mayOpen = () => isWatching && !document.hidden && document.querySelector('[role="dialog"]') === null;

    if (!window.matchMedia(touchOnly).matches) {
      let typedAt = -Infinity;
      const typed = () => {
        typedAt = performance.now();
      };
      const isLeaving = () => performance.now() - typedAt >= idleMs && mayOpen();
      const left = () => {
        if (isLeaving()) onLeaving(isLeaving);
      };
      document.addEventListener('input', typed);
      document.documentElement.addEventListener('mouseleave', left);
      return () => {
        isWatching = false;
        document.removeEventListener('input', typed);
        document.documentElement.removeEventListener('mouseleave', left);
      };
    }

    let timer: ReturnType<typeof setTimeout>;
    let isIdle = false;
    const isLeaving = () => isIdle && mayOpen();
    const wait = () => {
      isIdle = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isWriting()) {
          wait();
          return;
        }
        isIdle = true;
        if (isLeaving()) onLeaving(isLeaving);
      }, idleMs);
    };
    wait();
    for (const event of activityEvents) window.addEventListener(event, wait, { capture: true, passive: true });
    return () => {
      isWatching = false;
      clearTimeout(timer);
      for (const event of activityEvents) window.removeEventListener(event, wait, { capture: true });
    };
  }, [onLeaving, watching]);
}

/** Whether the focus is in a text field or list: the customer may be thinking about the answer. */
const isWriting = () =>
  document.activeElement?.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"])') ??
  false;
