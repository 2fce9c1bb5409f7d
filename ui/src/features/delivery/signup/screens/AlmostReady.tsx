import { useAnswers } from '~/api/style/answers';
import { dateRef, frequencyRef } from '~/api/style/pickupPlan';
import { choiceLabel } from '~/api/style/questionnaire';
import { quizPlan } from '~/api/style/quizPlan';
import { likedCards } from '~/api/style/shuffle';
import { DateText } from '~/components/calendar/DateText';
import { useNavigate } from '~/lib/router/hooks';
import { dayToCome } from '~/lib/time/dayToCome';
import { Unavailable } from '~/components/feedback/Unavailable';
import { Button } from '~/components/form/Button';
import { ButtonLink } from '~/components/form/ButtonLink';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { WhileSigningUp } from '~/components/screens/onward/WhileSigningUp';
import { FeeTerms } from '~/components/payment/FeeTerms';
import { paths } from '~/paths';
import { chosenFrequency } from '~/api/style/deliveryQuestions';
import styles from './AlmostReady.module.css';

/** Shows the customer's choices and the prices before it asks for the card. */
export default function AlmostReady() {
  return (
    <WhileSigningUp>
      <Agreed />
    </WhileSigningUp>
  );
}

function Agreed() {
  const navigate = useNavigate();
  const { questionnaire, responses, state, failed, retry } = useAnswers();
  if (!questionnaire) return failed ? <Unavailable title="This page could not be loaded" retry={retry} /> : null;
  const frequency = chosenFrequency(responses);
  const chosen = responses[dateRef()];
  const date = dayToCome(typeof chosen === 'string' ? chosen : null);
  const pictures = [...new Set([...likedCards(questionnaire, responses), ...questionnaire.shuffle])].slice(0, 4);
  const plan = quizPlan(questionnaire, responses, paths.almostReady);

  return (
    <OnboardingStep progress={plan.progress} current="shipping" saved={state} bar={null}>
      <div className={styles.ready}>
        <div className={styles.words}>
          <PageTitle lead="Here is what you are agreeing to. There is no finer print than this.">
            Almost ready
          </PageTitle>
          <OpenSteps steps={plan.openBeforePayment} />
          {date !== null && frequency !== null ? (
            <p className={styles.plan}>
              Your first box arrives on <DateText date={date} />.{' '}
              <span>{choiceLabel(questionnaire.delivery_questions, frequencyRef(), frequency)}</span>
            </p>
          ) : null}
          <FeeTerms />
          <div className={styles.actions}>
            <ButtonLink to={paths.billing}>Enter payment details</ButtonLink>
            <Button variant="quiet" onClick={() => void navigate(paths.delivery)}>
              Back
            </Button>
          </div>
        </div>
        <ul className={styles.outfit} aria-hidden="true">
          {pictures.map(({ id, image }) => (
            <li key={id}>
              <Illustration src={image} eager />
            </li>
          ))}
        </ul>
      </div>
    </OnboardingStep>
  );
}
