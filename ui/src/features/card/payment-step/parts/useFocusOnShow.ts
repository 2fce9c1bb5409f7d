import { useEffect, useRef } from 'react';

/** Moves the focus to an element when it is shown, because the pressed button is far below it. */
export function useFocusOnShow() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return box;
}
