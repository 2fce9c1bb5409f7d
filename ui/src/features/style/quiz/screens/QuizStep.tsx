import { useAnswers } from '~/api/style/answers';
import { useScheduledPickup } from '~/api/style/pickupPlan';
import { quizPlan } from '~/api/style/quizPlan';
import { Unavailable } from '~/components/feedback/Unavailable';
import { LazyExitOffer } from '~/components/checkout/offer/LazyExitOffer';
import { useChangeOf } from '~/components/layout/useChangeOf';
import { useParams } from '~/lib/router/hooks';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { QuestionStep } from '../parts/QuestionStep';
import { ShuffleStep } from '../parts/ShuffleStep';

/** A step of the style quiz: a question, a group of questions, or the swipe deck. */
export default function QuizStep() {
  const step = Number(useParams()['step']);
  const answers = useAnswers();
  const { questionnaire } = answers;
  const back = useChangeOf();
  const isScheduled = useScheduledPickup(questionnaire, answers.responses);

  if (!questionnaire)
    return answers.failed ? <Unavailable title="The quiz could not be loaded" retry={answers.retry} /> : null;
  const question = questionnaire.questions[step - 1];
  if (!question) return <Navigate to={paths.dashboard} replace />;
  const plan = quizPlan(questionnaire, answers.responses, paths.quiz(step), isScheduled);
  if (!plan.isAsked) return <Navigate to={paths.delivery} replace />;

  // A visitor registers first, because answers need an account. A step that was opened to change its answer leads back.
  const onward = answers.visiting ? paths.register : (back ?? plan.next);
  const props = { answers, plan, question, onward };
  return (
    <>
      {question.properties.control === 'shuffle' ? (
        <ShuffleStep key={step} {...props} cards={questionnaire.shuffle} />
      ) : (
        <QuestionStep key={step} {...props} />
      )}
      <LazyExitOffer />
    </>
  );
}
