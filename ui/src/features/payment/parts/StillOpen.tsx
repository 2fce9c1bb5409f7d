import { useAccount } from '~/api/account';
import { useAnswers } from '~/api/quiz/answers';
import { quizPlan } from '~/api/quiz/quizPlan';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { signupNeedsQuiz } from '~/core';
import { paths } from '~/paths';

/** The onboarding steps that were skipped: without them no box can be put together. */
export function StillOpen() {
  const { data: account } = useAccount();
  const { questionnaire, responses } = useAnswers();
  if (!questionnaire || !account) return null;
  const { dressing_room_to_go_signup, themebox_signup } = account;
  if (!signupNeedsQuiz({ dressing_room_to_go_signup, themebox_signup })) return null;
  return <OpenSteps steps={quizPlan(questionnaire, responses, paths.billing).openBeforePayment} />;
}
