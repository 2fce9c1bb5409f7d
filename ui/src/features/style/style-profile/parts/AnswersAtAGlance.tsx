import type { Question } from '~/api/style/questionnaire';
import { fieldsOf } from '~/api/style/quizPlan';
import { LongText } from '~/components/layout/LongText';
import { Row, Rows } from '~/components/layout/Rows';
import { answerWords } from '~/components/style/questions/answerWords';
import type { Responses } from '~/core';
import styles from './AnswersAtAGlance.module.css';

/** Each answered question with its answer, as the shop reads them. */
export function AnswersAtAGlance({ questions, responses }: { questions: readonly Question[]; responses: Responses }) {
  const rows = questions.flatMap(fieldsOf).flatMap((question) => {
    const words = answerWords(question, responses[question.ref]);
    return words === '' ? [] : [{ ...question, words }];
  });
  return (
    <details className={styles.seen}>
      <summary>Your answers at a glance</summary>
      {rows.length === 0 ? (
        <p>Nothing yet. Answer a few questions above, and we can start choosing.</p>
      ) : (
        <Rows>
          {rows.map(({ ref, title, words }) => (
            <Row key={ref} name={title}>
              <LongText text={words} what="your answer" />
            </Row>
          ))}
        </Rows>
      )}
    </details>
  );
}
