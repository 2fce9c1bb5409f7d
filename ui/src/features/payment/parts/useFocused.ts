import { useEffect, useRef } from 'react';

/** Takes the focus when it is shown, because the pressed button is far below. */
export function useFocused() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return box;
}
