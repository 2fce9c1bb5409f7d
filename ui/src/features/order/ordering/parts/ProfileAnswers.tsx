import { useEffect, useRef } from 'react';
import type { Question } from '~/api/style/questionnaire';
import { TextButton } from '~/components/form/TextButton';
import parts from '~/components/form/Question.module.css';
import { Row, Rows } from '~/components/layout/Rows';
import { answerWords } from '~/components/style/questions/answerWords';
import { MissingAnswers, type MissingAnswersProps } from './MissingAnswers';
import styles from './ProfileAnswers.module.css';

interface ProfileAnswersProps extends Omit<MissingAnswersProps, 'title'> {
  questions: readonly Question[];
  /** Whether the questions are shown instead of their answers. */
  isOpen: boolean;
  onOpen: () => void;
}

/**
 * The answers of the style profile by which the box is chosen. Once the customer wants to change one, shows their questions.
 */
export function ProfileAnswers({ isOpen, onOpen, ...asked }: ProfileAnswersProps) {
  const { questions, answers } = asked;
  const place = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    // The pressed button disappears.
    if (isOpen && wasPressed.current) place.current?.focus();
  }, [isOpen]);
  if (questions.length === 0) return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {isOpen ? (
        <MissingAnswers {...asked} title={title} />
      ) : (
        <section className={parts.question} aria-labelledby="profile-answers">
          <h2 id="profile-answers" className={parts.title}>
            {title}
          </h2>
          <div className={styles.answers}>
            <Rows>
              {questions.map((question) => (
                <Row key={question.ref} name={question.title}>
                  {answerWords(question, answers.responses[question.ref])}
                </Row>
              ))}
            </Rows>
          </div>
          <p>
            <TextButton
              onClick={() => {
                wasPressed.current = true;
                onOpen();
              }}
            >
              Change<span className="unseen"> your sizes and fit</span>
            </TextButton>
          </p>
        </section>
      )}
    </div>
  );
}

const title = 'Your sizes and fit';
