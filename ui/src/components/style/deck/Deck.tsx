import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { ShuffleCard } from '~/api/style/questionnaire';
import type { Verdict } from '~/api/style/shuffle';
import { policy } from '~/core';
import styles from './Deck.module.css';
import { useSwipe } from './useSwipe';

/** The labels of the two verdicts. */
type Words = Readonly<Record<Verdict, string>>;

interface DeckProps {
  /** The deck's name for screen readers. */
  label: string;
  words: Words;
  /** The remaining cards, the top one first. */
  cards: readonly ShuffleCard[];
  onSwipe: (card: ShuffleCard, verdict: Verdict) => void;
  /** Whether the arrow keys swipe only while the focus is in the deck. Set it on a screen that has more than the deck. */
  isPart?: boolean;
}

/**
 * Outfits to swipe by hand, with two buttons or with the arrow keys. The next cards are rendered below the top one, so that
 * their pictures are loaded in time.
 */
export function Deck({ label, words, cards, onSwipe, isPart = false }: DeckProps) {
  const [top] = cards;
  const [gone, setGone] = useState<{ card: ShuffleCard; verdict: Verdict; from: number } | null>(null);

  const swipe = (verdict: Verdict, from = 0) => {
    if (!top) return;
    setGone({ card: top, verdict, from });
    onSwipe(top, verdict);
  };
  const deck = useRef<HTMLDivElement>(null);
  useArrowKeys(swipe, (target) => !isPart || (deck.current?.contains(target) ?? false));
  const drag = useSwipe(swipe);

  if (!top) return null;
  return (
    <div ref={deck} className={styles.deck} role="group" aria-label={label}>
      <div className={styles.pile}>
        {cards
          .slice(0, 1 + policy().deck_preload)
          .map((card, depth) => (
            <figure
              key={card.id}
              className={styles.card}
              data-depth={depth}
              {...(depth === 0 ? { ...drag.handlers, style: drag.style } : { 'aria-hidden': true })}
            >
              <img src={card.image} alt="" draggable={false} />
              <figcaption className={styles.title}>{card.title}</figcaption>
              {depth === 0 ? <Stamp leaning={drag.leaning} words={words} /> : null}
            </figure>
          ))
          .toReversed()}
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
          <span>{words.dislike}</span>
        </button>
        <button type="button" className={styles.button} data-verdict="like" onClick={() => swipe('like')}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M12 20S4 15.200 4 9.300C4 6.600 6 5 8.100 5c1.700 0 3.100 1 3.900 2.500C12.800 6 14.200 5 15.900 5 18 5 20 6.600 20 9.300 20 15.200 12 20 12 20Z" />
          </svg>
          <span>{words.like}</span>
        </button>
      </div>
    </div>
  );
}

function Stamp({ leaning, words }: { leaning: number; words: Words }) {
  if (leaning === 0) return null;
  const verdict = leaning > 0 ? 'like' : 'dislike';
  return (
    <span className={styles.stamp} data-verdict={verdict} style={{ opacity: Math.abs(leaning) }}>
      {words[verdict]}
    </span>
  );
}

/** Handles the left and right arrow keys on elements for which `isMeant` holds, except in controls that use them. */
function useArrowKeys(swipe: (verdict: Verdict) => void, isMeant: (target: Node) => boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [role="dialog"]')) return;
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      if (!(event.target instanceof Node) || !isMeant(event.target)) return;
      event.preventDefault();
      swipe(event.key === 'ArrowRight' ? 'like' : 'dislike');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
}
