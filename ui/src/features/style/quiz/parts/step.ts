import type { useAnswers } from '~/api/style/answers';
import type { Question } from '~/api/style/questionnaire';
import type { QuizPlan } from '~/api/style/quizPlan';

export type Answers = ReturnType<typeof useAnswers>;

/** The props of a step. */
export interface StepProps {
  answers: Answers;
  plan: QuizPlan;
  question: Question;
  /** Where the step leads when it is done. */
  onward: string;
}
