import { useState } from 'react';
import { fieldsOf, readinessQuestion } from '~/api/style/quizPlan';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { messagesText, quizStepReadiness } from '~/core';
import styles from './QuestionStep.module.css';
import { QuizFrame } from './QuizFrame';
import { controlId, QuestionList } from '~/components/style/questions/QuestionList';
import { useFaults } from '~/components/style/questions/useFaults';
import { useStartingAnswers } from '~/components/style/questions/useStartingAnswers';
import type { StepProps } from './step';

/** A step with a question or a group of questions. */
export function QuestionStep(props: StepProps) {
  const { answers, question } = props;
  const { responses, refused, answer, change } = answers;
  const fields = fieldsOf(question);
  const [faults, setFault] = useFaults();
  const [pressed, setPressed] = useState(false);
  useStartingAnswers(fields, answers);

  const { missing } = quizStepReadiness({ questions: fields.map(readinessQuestion), responses });
  const open = fields.filter(({ ref }) => missing.includes(ref) || faults[ref] !== undefined);
  const messageOf = (ref: string) =>
    refused[ref] ?? (pressed && missing.includes(ref) ? messagesText('required') : undefined);
  const showMissing = () => {
    setPressed(true);
    const [first] = open;
    if (first) document.getElementById(controlId(first))?.focus();
  };

  const picture = question.attachment?.href;
  const isGroup = question.type === 'group';
  return (
    <QuizFrame
      {...props}
      missing={open.map(({ title }) => title)}
      onBlocked={showMissing}
      isIncomplete={fields.some(({ ref }) => faults[ref] !== undefined)}
      required={fields.some(({ validations }) => validations.required)}
    >
      <div className={styles.step}>
        <div className={styles.intro}>
          <PageTitle lead={question.properties.description}>{question.title}</PageTitle>
          {picture ? <Illustration src={picture} className={styles.art} eager /> : null}
        </div>
        <QuestionList
          questions={fields}
          responses={responses}
          titleShown={!isGroup}
          messageOf={messageOf}
          onAnswer={answer}
          onChange={change}
          onFault={setFault}
        />
      </div>
    </QuizFrame>
  );
}
