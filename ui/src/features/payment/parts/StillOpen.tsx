import { flowAnswer, flowRef } from '~/api/quiz/pickupPlan';
import { useAnswers } from '~/api/quiz/answers';
import { quizPlan } from '~/api/quiz/quizPlan';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { paths } from '~/paths';
import type { FirstBox } from './firstBox';

/** The onboarding steps that were skipped: without them no box can be put together, however the customer signed up. */
export function StillOpen({ box: { flow } }: { box: Pick<FirstBox, 'flow'> }) {
  const { questionnaire, responses } = useAnswers();
  if (!questionnaire) return null;
  // A pick-up may have been planned without an answer to the question of the delivery step.
  const answers = { ...responses, [flowRef]: flowAnswer(questionnaire.delivery_questions, flow) };
  return <OpenSteps steps={quizPlan(questionnaire, answers, paths.billing).openBeforePayment} />;
}
