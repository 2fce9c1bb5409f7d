import { useEffect, useState } from 'react';
import { sections } from '~/api/quizPlan';
import type { Question } from '~/api/questionnaire';
import { Illustration } from '~/components/Illustration';
import { PageTitle } from '~/components/PageTitle';
import { messagesText, quizStepReadiness } from '~/core';
import { QuizFrame } from './QuizFrame';
import styles from './QuizStep.module.css';
import { QuestionField } from './questions/QuestionField';
import { fieldsOf } from './questions/question';
import type { StepProps } from './step';

/** A step with a question, or a group of them. */
export function QuestionStep(props: StepProps) {
  const { answers, question } = props;
  const { responses, refused, answer } = answers;
  const fields = fieldsOf(question);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [pressed, setPressed] = useState(false);
  useStartingAnswers(fields, props);

  const { missing } = quizStepReadiness({
    questions: fields.map(({ ref, type, validations }) => ({ ref, type, required: validations.required })),
    responses,
  });
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
      <div className={styles.step} data-spread={picture !== undefined}>
        <div className={styles.intro}>
          <PageTitle eyebrow={sectionOf(question)} lead={question.properties.description}>
            {question.title}
          </PageTitle>
          {picture ? <Illustration src={picture} className={styles.art} eager /> : null}
        </div>
        <div className={styles.questions}>
          {fields.map((field) => (
            <div key={field.ref} className={styles.question} data-narrow={isNarrow(field)}>
              <QuestionField
                question={field}
                id={idOf(field)}
                value={responses[field.ref]}
                message={messageOf(field.ref)}
                asked={!isGroup}
                onAnswer={(value, options) => answer(field.ref, value, options)}
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

const sectionOf = (question: Question) => sections.find(({ id }) => id === question.onboarding_section)?.label;

/** Short answers stand two in a row. */
const isNarrow = ({ type, properties }: Question) =>
  type === 'dropdown' || (type === 'number' && properties.control !== 'range');

/** A control that starts somewhere has been answered by leaving it there. */
function useStartingAnswers(fields: readonly Question[], { answers }: StepProps): void {
  const { responses, refused, answer } = answers;
  const waiting = fields.filter(
    ({ ref, properties }) => properties.default !== undefined && !(ref in responses) && !(ref in refused),
  );
  useEffect(() => {
    for (const { ref, properties } of waiting) answer(ref, properties.default);
  });
}
