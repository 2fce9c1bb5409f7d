import { type CSSProperties, useEffect, useState } from 'react';
import type { ShuffleCard } from '~/api/questionnaire';
import styles from './Deck.module.css';
import type { Verdict } from './swipes';
import { useSwipe } from './useSwipe';

/** As many cards of the deck are there at a time, so that the next pictures are loaded before they are on top. */
const visible = 3;

interface DeckProps {
  /** The cards that are left, the top one first. */
  cards: readonly ShuffleCard[];
  onSwipe: (card: ShuffleCard, verdict: Verdict) => void;
}

/** Outfits to swipe: by hand, with the two buttons, or with the arrow keys. */
export function Deck({ cards, onSwipe }: DeckProps) {
  const [top, ...below] = cards;
  const [gone, setGone] = useState<{ card: ShuffleCard; verdict: Verdict; from: number } | null>(null);

  const swipe = (verdict: Verdict, from = 0) => {
    if (!top) return;
    setGone({ card: top, verdict, from });
    onSwipe(top, verdict);
  };
  useArrowKeys(swipe);
  usePreloaded(cards[visible]);
  const drag = useSwipe(swipe);

  if (!top) return null;
  return (
    <div className={styles.deck} role="group" aria-label="Style shuffle">
      <div className={styles.pile}>
        {below
          .slice(0, visible - 1)
          .toReversed()
          .map((card) => (
            <figure key={card.id} className={styles.card} data-depth={below.indexOf(card) + 1} aria-hidden="true">
              <img src={card.image} alt="" draggable={false} />
            </figure>
          ))}
        <figure key={top.id} className={styles.card} data-depth={0} style={drag.style} {...drag.handlers}>
          <img src={top.image} alt="" draggable={false} />
          <figcaption className={styles.title}>{top.title}</figcaption>
          <Stamp leaning={drag.leaning} />
        </figure>
        {gone ? (
          <figure
            key={`gone-${gone.card.id}`}
            className={styles.gone}
            data-verdict={gone.verdict}
            style={{ '--from': `${gone.from}px` } as CSSProperties}
            onAnimationEnd={() => setGone(null)}
            aria-hidden="true"
          >
            <img src={gone.card.image} alt="" />
          </figure>
        ) : null}
      </div>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} onClick={() => swipe('dislike')}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" />
          </svg>
          <span>Dislike</span>
        </button>
        <button type="button" className={styles.button} data-verdict="like" onClick={() => swipe('like')}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M12 20S4 15.200 4 9.300C4 6.600 6 5 8.100 5c1.700 0 3.100 1 3.900 2.500C12.800 6 14.200 5 15.900 5 18 5 20 6.600 20 9.300 20 15.200 12 20 12 20Z" />
          </svg>
          <span>Like</span>
        </button>
      </div>
    </div>
  );
}

function Stamp({ leaning }: { leaning: number }) {
  if (leaning === 0) return null;
  return (
    <span
      className={styles.stamp}
      data-verdict={leaning > 0 ? 'like' : 'dislike'}
      style={{ opacity: Math.abs(leaning) }}
    >
      {leaning > 0 ? 'Like' : 'Dislike'}
    </span>
  );
}

/** Left and right, wherever the focus is, but not where a control uses them itself. */
function useArrowKeys(swipe: (verdict: Verdict) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [role="dialog"]')) return;
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      event.preventDefault();
      swipe(event.key === 'ArrowRight' ? 'like' : 'dislike');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
}

/** Fetches the picture that comes after those that are shown. */
function usePreloaded(card: ShuffleCard | undefined): void {
  const address = card?.image;
  useEffect(() => {
    if (address !== undefined) new Image().src = address;
  }, [address]);
}
