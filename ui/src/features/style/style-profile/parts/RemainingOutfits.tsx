import { useRef, useState } from 'react';
import type { Question, ShuffleCard } from '~/api/style/questionnaire';
import { swipesOf } from '~/api/style/shuffle';
import { announcementOf } from '~/components/style/deck/announcement';
import { Deck } from '~/components/style/deck/Deck';
import { LikedOutfits } from '~/components/style/deck/LikedOutfits';
import { shuffleWords } from '~/components/style/deck/shuffleWords';
import { FieldMessage } from '~/components/form/FieldMessage';
import { Button } from '~/components/form/Button';
import styles from './RemainingOutfits.module.css';

interface RemainingOutfitsProps {
  question: Question;
  /** The id of the whole part, which gets the focus if its answer is refused. */
  id: string;
  cards: readonly ShuffleCard[];
  value: unknown;
  message: string | undefined;
  onAnswer: (value: unknown) => void;
}

/** The quiz's deck in the profile's form: the remaining cards, or a button to go through all of them again. */
export function RemainingOutfits({ question, id, cards, value, message, onAnswer }: RemainingOutfitsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const swipes = swipesOf(value);
  const left = cards.filter((card) => !(card.id in swipes));
  const again = () => {
    onAnswer({});
    // The pressed button disappears.
    frame.current?.focus();
  };
  return (
    <div
      ref={frame}
      id={id}
      tabIndex={-1}
      className={styles.outfits}
      role="group"
      aria-label={`${question.title} and what you liked`}
      {...(message === undefined ? {} : { 'aria-describedby': `${id}-message` })}
    >
      {message === undefined ? null : <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
      {left.length > 0 ? (
        <Deck
          label={question.title}
          words={shuffleWords}
          cards={left}
          isPart
          onSwipe={(card, verdict) => {
            // The pressed button disappears with the last card.
            if (left.length === 1) frame.current?.focus();
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
      <LikedOutfits cards={cards.filter((card) => swipes[card.id] === 'like')} />
      <p className="unseen" role="status">
        {announcement}
      </p>
    </div>
  );
}
