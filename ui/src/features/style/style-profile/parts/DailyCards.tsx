import { useState } from 'react';
import type { useAnswers } from '~/api/style/answers';
import type { Question, ShuffleCard } from '~/api/style/questionnaire';
import { swipesOf, type Verdict } from '~/api/style/shuffle';
import { announcementOf } from '~/components/style/deck/announcement';
import { Deck } from '~/components/style/deck/Deck';
import { reshuffleState } from '~/core';
import styles from './DailyCards.module.css';

const words = { like: 'Yes', dislike: 'No' } as const;

interface DailyCardsProps {
  /** The question that the swipes answer. */
  question: Question;
  /** The cards of the day. */
  cards: readonly ShuffleCard[];
  /** Whether there are other cards tomorrow. */
  hasMoreTomorrow: boolean;
  answers: ReturnType<typeof useAnswers>;
}

/**
 * The day's deck of new arrivals (spec B, sections 2 and 4). Afterwards it thanks the customer, and says whether there is
 * more tomorrow.
 */
export function DailyCards({ question, cards, hasMoreTomorrow, answers }: DailyCardsProps) {
  const [answered, setAnswered] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const swipes = swipesOf(answers.responses[question.ref]);
  const left = cards.filter(({ id }) => !(id in swipes));
  const { just_in_shown, complete } = reshuffleState({ unanswered: left.length, answered_in_session: answered });

  const swipe = (card: ShuffleCard, verdict: Verdict) => {
    // The server keeps the swipes of other days.
    answers.change(question.ref, (known) => ({ ...swipesOf(known), [card.id]: verdict }));
    setAnswered(answered + 1);
    setAnnouncement(announcementOf(card, words[verdict], left));
  };

  if (!complete && !just_in_shown) return null;
  return (
    <section className={styles.section} aria-labelledby="just-in">
      <div className={styles.heading}>
        <h2 id="just-in">This Just In</h2>
        {complete ? (
          <p className={styles.thanks}>
            Thanks for letting your stylist know what you love.
            <br />
            {hasMoreTomorrow ? 'Come back tomorrow for more!' : 'You have seen all that is new.'}
          </p>
        ) : (
          <>
            <p className={styles.question}>{question.title}</p>
            <p className={styles.help}>
              {left.length === 1 ? 'The last one today.' : `${left.length} for today.`} Drag the picture, or press Yes
              or No; the arrow keys do the same there.
            </p>
          </>
        )}
      </div>
      {complete ? null : (
        <div>
          <Deck isPart label={question.title} words={words} cards={left} onSwipe={swipe} />
        </div>
      )}
      <p className="unseen" role="status">
        {announcement}
      </p>
    </section>
  );
}
