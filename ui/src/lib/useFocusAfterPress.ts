import { useCallback } from 'react';
import { focusHeadingWhenShown } from './focusHeading';

/**
 * A ref for a button that disappears because it was pressed, or because its dialog was answered. If the focus would fall to
 * the page's start then, the screen's heading gets it.
 */
export function useFocusAfterPress() {
  return useCallback((button: HTMLButtonElement | null) => {
    // A dialog keeps the focus itself.
    if (!button || button.closest('[role="dialog"]')) return undefined;
    let wasPressed = false;
    const press = () => {
      wasPressed = true;
    };
    button.addEventListener('click', press);
    return () => {
      button.removeEventListener('click', press);
      const active = document.activeElement;
      if (active === button) queueMicrotask(handOn);
      // While a dialog closes, it holds the rest of the page back, and then gives the focus to its button, if that is there.
      else if (wasPressed && (active === document.body || active?.closest('[role="dialog"]')))
        requestAnimationFrame(() => requestAnimationFrame(handOn));
    };
  }, []);
}

function handOn(): void {
  if (document.activeElement === document.body) focusHeadingWhenShown();
}
