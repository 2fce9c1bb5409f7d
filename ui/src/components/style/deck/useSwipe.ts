import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import type { Verdict } from '~/api/style/shuffle';

/** A card is swiped if it is dragged this far (pixels) or this fast (pixels per millisecond). */
const farEnough = 110;
const fastEnough = 0.55;

interface Drag {
  pointer: number;
  x: number;
  at: number;
}

/** Lets a card be dragged to the right (like) or to the left (dislike). If it is released too early, it returns. */
export function useSwipe(onSwipe: (verdict: Verdict, offset: number) => void) {
  const start = useRef<Drag | null>(null);
  const [offset, setOffset] = useState(0);

  const release = (event: PointerEvent) => {
    const drag = start.current;
    if (!drag || event.pointerId !== drag.pointer) return;
    start.current = null;
    setOffset(0);
    const moved = event.clientX - drag.x;
    const speed = moved / Math.max(event.timeStamp - drag.at, 1);
    if (Math.abs(moved) > farEnough || (Math.abs(speed) > fastEnough && Math.abs(moved) > farEnough / 4)) {
      onSwipe(moved > 0 ? 'like' : 'dislike', moved);
    }
  };

  return {
    /** From -1, a sure dislike, to 1, a sure like. */
    leaning: Math.max(-1, Math.min(1, offset / farEnough)),
    style: (offset === 0
      ? {}
      : { transform: `translateX(${offset}px) rotate(${offset / 24}deg)`, transition: 'none' }) as CSSProperties,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || start.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { pointer: event.pointerId, x: event.clientX, at: event.timeStamp };
      },
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerId === start.current?.pointer) setOffset(event.clientX - start.current.x);
      },
      onPointerUp: release,
      onPointerCancel: () => {
        start.current = null;
        setOffset(0);
      },
    },
  };
}
