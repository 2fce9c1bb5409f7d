import type { useAnswers } from '~/api/answers';
import type { Question } from '~/api/questionnaire';
import type { QuizPlan } from '~/api/quizPlan';

export type Answers = ReturnType<typeof useAnswers>;

/** What a step is shown from. */
export interface StepProps {
  answers: Answers;
  plan: QuizPlan;
  question: Question;
  step: number;
}
