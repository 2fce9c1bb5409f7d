import { useState } from 'react';
import type { useAnswers } from '~/api/style/answers';
import type { Question, Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf } from '~/api/style/quizPlan';
import { useFaults } from '~/components/style/questions/useFaults';
import { type Flow, type Missing, orderFormQuestions } from '~/core';

interface OrderQuestionsInput {
  flow: Flow;
  questionnaire: Questionnaire['questions'];
  answers: ReturnType<typeof useAnswers>;
  /** The parts that are missing, by core. */
  missing: readonly Missing[];
}

/** The style profile's questions for an order: those that the form asks, and those that are answered. */
export function useOrderQuestions({ flow, questionnaire, answers, missing }: OrderQuestionsInput) {
  const [hasAnswered, setAnswered] = useState(false);
  const [faults, onFault] = useFaults();
  // A question that was asked stays on the page after it is answered. A question that becomes open later is added.
  const [asked, setAsked] = useState(missing);
  const isNew = missing.some((part) => !asked.includes(part));
  if (isNew) setAsked([...new Set([...asked, ...missing])]);
  // Answers that are being changed stay where they are, even while one is empty.
  const [opened, setOpened] = useState<readonly string[]>([]);
  const needed: readonly string[] = orderFormQuestions({ flow });
  const fields = questionnaire.questions.flatMap(fieldsOf).filter(({ ref }) => needed.includes(ref));
  const isAsked = ({ ref }: Question) => asked.includes(ref as Missing) && !opened.includes(ref);
  const answered = fields.filter((field) => !isAsked(field));
  return {
    fields,
    asked: fields.filter(isAsked),
    answered,
    isOpened: opened.length > 0,
    open: () => setOpened(answered.map(({ ref }) => ref)),
    /** Whether the customer has answered something in this form. */
    hasAnswered,
    hasFault: (ref: string) => faults[ref] !== undefined,
    onFault,
    answers: {
      ...answers,
      answer: (...given: Parameters<typeof answers.answer>) => {
        setAnswered(true);
        answers.answer(...given);
      },
      change: (...changed: Parameters<typeof answers.change>) => {
        setAnswered(true);
        answers.change(...changed);
      },
    },
  };
}
