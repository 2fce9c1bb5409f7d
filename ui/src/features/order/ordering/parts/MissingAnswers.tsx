import { Suspense, useId } from 'react';
import type { useAnswers } from '~/api/style/answers';
import type { Question } from '~/api/style/questionnaire';
import type { QuestionField } from '~/components/style/questions/QuestionField';
import { useStartingAnswers } from '~/components/style/questions/useStartingAnswers';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';
import styles from './OrderForm.module.css';
import { partId } from './words';
import parts from '~/components/form/Question.module.css';

/** Loaded on demand: few customers have open questions. */
const Questions = latePart(async () => {
  const { QuestionField: Field } = await import('~/components/style/questions/QuestionField');
  return { default: (props: QuestionsProps) => <QuestionList {...props} Field={Field} /> };
});

export interface MissingAnswersProps {
  title: string;
  questions: readonly Question[];
  answers: Pick<ReturnType<typeof useAnswers>, 'responses' | 'refused' | 'answer' | 'change'>;
  messageOf: (ref: string) => string | undefined;
  onFault: (ref: string, message: string | null) => void;
}

/** Questions without whose answers a box cannot be chosen. */
export function MissingAnswers({ title, ...questions }: MissingAnswersProps) {
  const id = useId();
  return (
    <section className={parts.question} aria-labelledby={id}>
      <div>
        <h2 id={id} className={parts.title}>
          {title}
        </h2>
        <p className={styles.hint}>Your answers are kept in your style profile.</p>
      </div>
      <Suspense fallback={<Spinner label="Loading the questions" />}>
        <Questions {...questions} />
      </Suspense>
    </section>
  );
}

type QuestionsProps = Omit<MissingAnswersProps, 'title'>;

function QuestionList({
  questions,
  answers,
  messageOf,
  onFault,
  Field,
}: QuestionsProps & { Field: typeof QuestionField }) {
  const { responses, answer, change } = answers;
  useStartingAnswers(questions, answers);
  return questions.map((question) => (
    <Field
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
  ));
}
