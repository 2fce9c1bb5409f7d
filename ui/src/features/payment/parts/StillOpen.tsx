import { useAccount } from '~/api/account';
import { useAnswers } from '~/api/quiz/answers';
import { QuizPlan } from '~/api/quiz/quizPlan';
import { OpenSteps } from '~/components/layout/OpenSteps';

/** What the customer passed by on the way here: without it no box can be put together. */
export function StillOpen() {
  const { data: account } = useAccount();
  const { questionnaire, responses } = useAnswers();
  // Who picks up, or orders a theme box, comes another way.
  if (!questionnaire || !account || account.dressing_room_to_go_signup || account.themebox_signup) return null;
  return <OpenSteps steps={new QuizPlan(questionnaire.questions).openBeforePayment(responses, questionnaire)} />;
}
