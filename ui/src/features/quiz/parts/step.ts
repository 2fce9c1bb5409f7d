import type { useAnswers } from '~/api/quiz/answers';
import type { Question } from '~/api/quiz/questionnaire';
import type { QuizPlan } from '~/api/quiz/quizPlan';

export type Answers = ReturnType<typeof useAnswers>;

/** The props of a step. */
export interface StepProps {
  answers: Answers;
  plan: QuizPlan;
  question: Question;
}
