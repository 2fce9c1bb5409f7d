import { useState } from 'react';
import type { ShuffleCard } from '~/api/style/questionnaire';
import { shuffleProgress, swipesOf, type Verdict } from '~/api/style/shuffle';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { useNavigate } from '~/lib/router/hooks';
import { QuizFrame } from './QuizFrame';
import styles from './ShuffleStep.module.css';
import { announcementOf } from '~/components/style/deck/announcement';
import { Deck } from '~/components/style/deck/Deck';
import { LikedOutfits } from '~/components/style/deck/LikedOutfits';
import { shuffleWords } from '~/components/style/deck/shuffleWords';
import type { StepProps } from './step';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

/** The style shuffle: the deck and the liked outfits. After the last card the step leads on by itself. */
export function ShuffleStep({ cards, ...step }: StepProps & { cards: readonly ShuffleCard[] }) {
  const { answers, question, onward } = step;
  const navigate = useNavigate();
  const swipes = swipesOf(answers.responses[question.ref]);
  const left = cards.filter(({ id }) => !(id in swipes));
  const { swiped, more } = shuffleProgress(cards, swipes);
  const [history, setHistory] = useState<readonly ShuffleCard[]>([]);
  const [announcement, setAnnouncement] = useState('');

  const swipe = (card: ShuffleCard, verdict: Verdict) => {
    const next = { ...swipes, [card.id]: verdict };
    answers.answer(question.ref, next);
    setHistory([...history, card]);
    setAnnouncement(announcementOf(card, verdict === 'like' ? 'liked' : 'disliked', left));
    if (shuffleProgress(cards, next).done) void navigate(onward);
  };
  const startOver = useFocusAfterPress();
  const undoing = useFocusAfterPress();
  const last = history.at(-1);
  const undo = () => {
    if (!last) return;
    answers.answer(question.ref, Object.fromEntries(Object.entries(swipes).filter(([id]) => id !== last.id)));
    setHistory(history.slice(0, -1));
    setAnnouncement(`Back to ${last.title}.`);
  };

  return (
    <QuizFrame {...step} missing={more === 0 ? [] : [outfits(more)]} required={false}>
      <div className={styles.shuffle}>
        <div className={styles.title}>
          <PageTitle>{question.title}</PageTitle>
          <p className={styles.count}>
            {cards.length === 0 ? (
              'There are no outfits to look through right now. Continue with Next.'
            ) : (
              <>
                <span className={styles.number}>{swiped}</span> of {cards.length}
                {more > 0 ? `, ${outfits(more)} to go` : ': enough to continue, and every extra one helps'}
              </>
            )}
          </p>
        </div>
        <div className={styles.aside}>
          <p className={styles.lead}>{question.properties.description}</p>
          <LikedOutfits cards={cards.filter(({ id }) => swipes[id] === 'like')} />
        </div>
        <div className={styles.stage}>
          {left.length > 0 ? (
            <Deck label="Style shuffle" words={shuffleWords} cards={left} onSwipe={swipe} />
          ) : cards.length === 0 ? null : (
            <div className={styles.through}>
              <h2>You have seen every outfit</h2>
              <p>Changed your mind? Go through them again, or continue.</p>
              <Button ref={startOver} variant="secondary" onClick={() => answers.answer(question.ref, {})}>
                Start over
              </Button>
            </div>
          )}
          <p className={styles.help}>
            {left.length > 0 ? 'Drag the picture, or use the arrow keys' : null}
            {last && left.length > 0 ? (
              <button ref={undoing} type="button" className={styles.undo} onClick={undo}>
                Undo
              </button>
            ) : null}
          </p>
        </div>
        <p className="unseen" role="status">
          {announcement}
        </p>
      </div>
    </QuizFrame>
  );
}

const outfits = (count: number) => (count === 1 ? '1 more outfit' : `${count} more outfits`);
