import { lazy, Suspense, useEffect, useId } from 'react';
import type { useAnswers } from '~/api/style/answers';
import type { Question } from '~/api/style/questionnaire';
import { Spinner } from '~/components/feedback/Spinner';
import styles from './OrderForm.module.css';
import { partId } from './words';
import parts from '~/components/form/Question.module.css';

/** Loaded on demand: few customers have open questions. */
const QuestionField = lazy(async () => ({
  default: (await import('~/components/style/questions/QuestionField')).QuestionField,
}));

export interface MissingAnswersProps {
  title: string;
  questions: readonly Question[];
  answers: Pick<ReturnType<typeof useAnswers>, 'responses' | 'refused' | 'answer' | 'change'>;
  messageOf: (ref: string) => string | undefined;
  onFault: (ref: string, message: string | null) => void;
}

/** Questions without whose answers a box cannot be chosen. */
export function MissingAnswers({ title, questions, answers, messageOf, onFault }: MissingAnswersProps) {
  const id = useId();
  const { responses, refused, answer, change } = answers;
  const started = questions.filter(
    ({ ref, properties }) => properties.default !== undefined && !(ref in responses) && !(ref in refused),
  );
  return (
    <section className={parts.question} aria-labelledby={id}>
      <div>
        <h2 id={id} className={parts.title}>
          {title}
        </h2>
        <p className={styles.hint}>Your answers are kept in your style profile.</p>
      </div>
      <Suspense fallback={<Spinner label="Loading the questions" />}>
        {questions.map((question) => (
          <QuestionField
            key={question.ref}
            question={question}
            id={partId(question.ref)}
            value={responses[question.ref]}
            message={messageOf(question.ref)}
            titleShown={false}
            onAnswer={(value, options) => answer(question.ref, value, options)}
            onChange={(changed) => change(question.ref, changed)}
            onFault={(message) => onFault(question.ref, message)}
          />
        ))}
        <StartingAnswers questions={started} answer={answer} />
      </Suspense>
    </section>
  );
}

/**
 * Saves the initial values of controls as answers, because leaving them unchanged is an answer. This component mounts
 * together with the controls, because that holds only once they are seen.
 */
function StartingAnswers({
  questions,
  answer,
}: Pick<MissingAnswersProps, 'questions'> & Pick<MissingAnswersProps['answers'], 'answer'>) {
  useEffect(() => {
    for (const { ref, properties } of questions) answer(ref, properties.default);
  });
  return null;
}
