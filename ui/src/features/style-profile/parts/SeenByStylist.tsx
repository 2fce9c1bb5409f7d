import type { Question } from '~/api/quiz/questionnaire';
import { fieldsOf } from '~/api/quiz/quizPlan';
import { Row, Rows } from '~/components/layout/Rows';
import { asText, asTexts, choicesOf } from '~/components/questions/question';
import type { Responses } from '~/core';
import { dateWords } from '~/lib/time/dateWords';
import styles from './SeenByStylist.module.css';

/** What a stylist reads in the profile: each answered question with its answer. */
export function SeenByStylist({ questions, responses }: { questions: readonly Question[]; responses: Responses }) {
  const rows = questions.flatMap(fieldsOf).flatMap((question) => {
    const words = wordsOf(question, responses[question.ref]);
    return words === '' ? [] : [{ ...question, words }];
  });
  return (
    <details className={styles.seen}>
      <summary>What your stylist sees of you</summary>
      {rows.length === 0 ? (
        <p>Nothing yet. Answer a few questions above, and we can begin to choose.</p>
      ) : (
        <Rows>
          {rows.map(({ ref, title, words }) => (
            <Row key={ref} name={title}>
              {words}
            </Row>
          ))}
        </Rows>
      )}
    </details>
  );
}

/** An answer in words; empty if there is none, or it is no text. */
function wordsOf(question: Question, answer: unknown): string {
  if (question.type === 'file_upload') return photosWords(asTexts(answer).length);
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (question.type === 'date') return typeof answer === 'string' ? dateWords(answer, 'with year') : '';
  const choices = choicesOf(question);
  const answers = Array.isArray(answer) ? asTexts(answer) : [asText(answer)];
  return answers.map((each) => choices.find(({ value }) => value === each)?.label ?? each).join(', ');
}

const photosWords = (count: number) => (count === 0 ? '' : count === 1 ? '1 photo' : `${count} photos`);
