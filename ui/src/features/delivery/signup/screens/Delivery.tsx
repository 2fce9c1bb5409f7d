import { flowAnswer, dateRef, flowRef, frequencyRef, shoesRef, storeRef } from '~/api/style/pickupPlan';
import { DayQuestion } from '~/components/calendar/DayQuestion';
import { LazyExitOffer } from '~/components/checkout/offer/LazyExitOffer';
import { StoreQuestion } from '~/components/delivery/stores/StoreQuestion';
import { Unavailable } from '~/components/feedback/Unavailable';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import parts from '~/components/form/Question.module.css';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { PageTitle } from '~/components/layout/PageTitle';
import { StepBar } from '~/components/layout/StepBar';
import { useSaveState } from '~/components/layout/useSaveState';
import { WhileSigningUp } from '~/components/screens/onward/WhileSigningUp';
import type { Flow } from '~/core';
import { paths } from '~/paths';
import { ReturnStore } from '../parts/ReturnStore';
import { ShoesQuestion } from '../parts/ShoesQuestion';
import { type Loaded, useDeliveryData } from '../parts/useDeliveryData';
import { openStepsId, useDeliveryStep } from '../parts/useDeliveryStep';
import styles from './Delivery.module.css';

/** Asks how the first box reaches the customer, how often boxes come, and when the first one does. */
export default function Delivery() {
  const { answers, loaded, failed, retry } = useDeliveryData();
  return (
    // After the first order, the frequency is changed on the subscription's screen, which says what follows from that.
    <WhileSigningUp onward={() => paths.manageSubscription}>
      {loaded ? (
        <DeliveryStep answers={answers} {...loaded} />
      ) : failed ? (
        <Unavailable title="This page could not be loaded" retry={retry} />
      ) : null}
    </WhileSigningUp>
  );
}

function DeliveryStep(loaded: Loaded) {
  const { answers, questionnaire } = loaded;
  const { responses, answer, state, visiting } = answers;
  const questions = questionnaire.delivery_questions;
  const step = useDeliveryStep(loaded);
  const { flow, frequency, pickup, days, date, plan, messageOf, flowQuestion, frequencyQuestion } = step;
  const picksUp = flow === 'pickup';
  const saved = useSaveState(state, { step: 'delivery', isAnswered: step.isAnswered });
  return (
    <OnboardingStep
      progress={plan.progress}
      current="shipping"
      saved={visiting ? undefined : saved}
      bar={<StepBar {...step.bar} />}
    >
      <div className={styles.delivery}>
        <div className={styles.choices}>
          <div className={styles.intro}>
            <PageTitle>{flowQuestion.title}</PageTitle>
            <OpenSteps id={openStepsId} steps={plan.open} />
          </div>
          <ChoiceCards
            id={flowRef()}
            legend={flowQuestion.title}
            hideLegend
            choices={flowQuestion.choices}
            value={flow}
            onChange={(value) => answer(flowRef(), flowAnswer(questions, value as Flow))}
            message={messageOf(flowRef())}
            required
          />
          {picksUp ? (
            <StoreQuestion
              questions={questions}
              pickup={pickup}
              onChange={(label) => answer(storeRef(), label)}
              message={messageOf(storeRef())}
            />
          ) : (
            <>
              <ChoiceCards
                id={frequencyRef()}
                legend={<span className={parts.title}>{frequencyQuestion.title}</span>}
                hint={frequencyQuestion.hint}
                choices={frequencyQuestion.choices}
                value={frequency}
                onChange={(value) => answer(frequencyRef(), value)}
                message={messageOf(frequencyRef())}
                required
              />
              <ReturnStore answers={answers} questions={questions} />
            </>
          )}
        </div>
        <div className={styles.day}>
          <DayQuestion
            key={flow}
            id={dateRef()}
            title={picksUp ? 'The day you pick it up' : 'The day your first box arrives'}
            meaning={picksUp ? 'Your box waits for you on' : 'Your first box arrives on'}
            days={days}
            stored={step.storedDate}
            value={date}
            onChange={(day) => answer(dateRef(), day)}
            message={messageOf(dateRef())}
            small
          />
          {picksUp ? (
            <ShoesQuestion
              questions={questions}
              value={responses[shoesRef()]}
              onChange={(wanted) => answer(shoesRef(), wanted)}
            />
          ) : null}
        </div>
      </div>
      <LazyExitOffer />
    </OnboardingStep>
  );
}
