import { useRef, useState } from 'react';
import type { Question, ShuffleCard } from '~/api/style/questionnaire';
import { swipesOf } from '~/api/style/shuffle';
import { announcementOf } from '~/components/style/deck/announcement';
import { Deck } from '~/components/style/deck/Deck';
import { LikedOutfits } from '~/components/style/deck/LikedOutfits';
import { shuffleWords } from '~/components/style/deck/shuffleWords';
import { Button } from '~/components/form/Button';
import styles from './OutfitsAgain.module.css';

interface OutfitsAgainProps {
  question: Question;
  cards: readonly ShuffleCard[];
  value: unknown;
  onAnswer: (value: unknown) => void;
}

/** The quiz's deck in the profile's form: the remaining cards, or a button to go through all of them again. */
export function OutfitsAgain({ question, cards, value, onAnswer }: OutfitsAgainProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const swipes = swipesOf(value);
  const left = cards.filter(({ id }) => !(id in swipes));
  const again = () => {
    onAnswer({});
    // The pressed button disappears.
    frame.current?.focus();
  };
  return (
    <div ref={frame} tabIndex={-1} className={styles.outfits}>
      {left.length > 0 ? (
        <Deck
          label={question.title}
          words={shuffleWords}
          cards={left}
          isPart
          onSwipe={(card, verdict) => {
            onAnswer({ ...swipes, [card.id]: verdict });
            setAnnouncement(announcementOf(card, verdict === 'like' ? 'liked' : 'disliked', left));
          }}
        />
      ) : cards.length === 0 ? (
        <p>There are no outfits to look through right now.</p>
      ) : (
        <div>
          <Button variant="secondary" onClick={again}>
            Go through the outfits again
          </Button>
        </div>
      )}
      <LikedOutfits cards={cards.filter(({ id }) => swipes[id] === 'like')} />
      <p className="unseen" role="status">
        {announcement}
      </p>
    </div>
  );
}
