import { useEffect, useState } from 'react';
import type { Question } from '~/api/quiz/questionnaire';
import { fieldsOf, readinessQuestion } from '~/api/quiz/quizPlan';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { messagesText, quizStepReadiness } from '~/core';
import styles from './QuestionStep.module.css';
import { QuizFrame } from './QuizFrame';
import { QuestionField } from './questions/QuestionField';
import type { StepProps } from './step';

/** A step with a question or a group of questions. */
export function QuestionStep(props: StepProps) {
  const { answers, question } = props;
  const { responses, refused, answer, change } = answers;
  const fields = fieldsOf(question);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [pressed, setPressed] = useState(false);
  useStartingAnswers(fields, props);

  const { missing } = quizStepReadiness({ questions: fields.map(readinessQuestion), responses });
  const open = fields.filter(({ ref }) => missing.includes(ref) || faults[ref] !== undefined);
  const messageOf = (ref: string) =>
    refused[ref] ?? (pressed && missing.includes(ref) ? messagesText('required') : undefined);
  const setFault = (ref: string, message: string | null) =>
    setFaults((known) => {
      const others = Object.entries(known).filter(([other]) => other !== ref);
      return Object.fromEntries(message === null ? others : [...others, [ref, message]]);
    });

  const showMissing = () => {
    setPressed(true);
    const [first] = open;
    if (first) document.getElementById(idOf(first))?.focus();
  };

  const picture = question.attachment?.href;
  const isGroup = question.type === 'group';
  return (
    <QuizFrame
      {...props}
      missing={open.map(({ title }) => title)}
      onBlocked={showMissing}
      required={fields.some(({ validations }) => validations.required)}
    >
      <div className={styles.step}>
        <div className={styles.intro}>
          <PageTitle lead={question.properties.description}>{question.title}</PageTitle>
          {picture ? <Illustration src={picture} className={styles.art} eager /> : null}
        </div>
        <div className={styles.questions}>
          {fields.map((field) => (
            <div key={field.ref} className={styles.question} data-width={widthOf(field)}>
              <QuestionField
                question={field}
                id={idOf(field)}
                value={responses[field.ref]}
                message={messageOf(field.ref)}
                titleShown={!isGroup}
                onAnswer={(value, options) => answer(field.ref, value, options)}
                onChange={(changed) => change(field.ref, changed)}
                onFault={(message) => setFault(field.ref, message)}
              />
            </div>
          ))}
        </div>
      </div>
    </QuizFrame>
  );
}

const idOf = ({ ref }: Question) => `answer-${ref}`;

/** The width of a question: half a row, half a row on wide screens only, or a whole row. */
const widthOf = ({ type, properties }: Question) => {
  if (type === 'dropdown' || (type === 'number' && properties.control !== 'range')) return 'half';
  return type === 'short_text' && (properties.max_length ?? Infinity) <= shortText ? 'half-wide' : 'whole';
};

/** A text of up to this many characters gets half a row. */
const shortText = 60;

/** Saves the initial answer of controls that have one: leaving it unchanged is an answer. */
function useStartingAnswers(fields: readonly Question[], { answers }: StepProps): void {
  const { responses, refused, answer } = answers;
  const waiting = fields.filter(
    ({ ref, properties }) => properties.default !== undefined && !(ref in responses) && !(ref in refused),
  );
  useEffect(() => {
    for (const { ref, properties } of waiting) answer(ref, properties.default);
  });
}
