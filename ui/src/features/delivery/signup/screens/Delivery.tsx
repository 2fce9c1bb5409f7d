import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChangeAccount, useKnownAccount } from '~/api/account';
import { isUnreached, whyFailed } from '~/api/errors';
import {
  forgetPickup,
  giveUpPickup,
  isPickupPlanned,
  pickupCalls,
  planPickup,
  takePickupAgain,
} from '~/api/plannedPickup';
import {
  chosenFlow,
  dateRef,
  flowAnswer,
  flowRef,
  frequencyRef,
  shoesRef,
  storeRef,
  textOf,
  useScheduledPickup,
} from '~/api/style/pickupPlan';
import { quizPlan } from '~/api/style/quizPlan';
import { Unavailable } from '~/components/feedback/Unavailable';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { PageTitle } from '~/components/layout/PageTitle';
import { useSaveState } from '~/components/layout/useSaveState';
import { StepBar } from '~/components/layout/StepBar';
import { useChangeOf } from '~/components/layout/useChangeOf';
import { WhileSigningUp } from '~/components/screens/onward/WhileSigningUp';
import { LazyExitOffer } from '~/components/checkout/offer/LazyExitOffer';
import { deliveryCalendarDefaultDate, type Flow, messagesText, signupOpenChoices, subscriptionForSignup } from '~/core';
import { paths } from '~/paths';
import { DayQuestion } from '~/components/calendar/DayQuestion';
import { chosenFrequency, questionOf } from '~/api/style/deliveryQuestions';
import { ReturnStore } from '../parts/ReturnStore';
import { ShoesQuestion } from '../parts/ShoesQuestion';
import { StoreQuestion } from '~/components/delivery/stores/StoreQuestion';
import { type Loaded, useDeliveryData } from '../parts/useDeliveryData';
import { useDays } from '../parts/useDays';
import { usePickupStore } from '~/components/delivery/stores/usePickupStore';
import parts from '~/components/form/Question.module.css';
import styles from './Delivery.module.css';

const openStepsId = 'open-steps';

/** Asks how the first box reaches the customer, how often boxes come, and when the first one does. */
export default function Delivery() {
  const { answers, loaded, failed, retry } = useDeliveryData();
  return (
    // After the first order, how often boxes come is changed where what follows from it is said.
    <WhileSigningUp onward={() => paths.manageSubscription}>
      {loaded ? (
        <DeliveryStep answers={answers} {...loaded} />
      ) : failed ? (
        <Unavailable title="This page could not be loaded" retry={retry} />
      ) : null}
    </WhileSigningUp>
  );
}

function DeliveryStep({ answers, questionnaire, holidays }: Loaded) {
  const navigate = useNavigate();
  const account = useKnownAccount();
  const changeAccount = useChangeAccount({ scope: pickupCalls });
  const { responses, answer, state, visiting, refused } = answers;
  const [isNextPressed, setIsNextPressed] = useState(false);
  const pickup = usePickupStore(responses);
  const isScheduled = useScheduledPickup(questionnaire, responses);
  const questions = questionnaire.delivery_questions;
  const saved = useSaveState(state, {
    step: 'delivery',
    isAnswered: questions.some(({ ref }) => ref in responses),
  });
  const flowQuestion = questionOf(questions, flowRef);
  const frequencyQuestion = questionOf(questions, frequencyRef);

  // Until there is a choice, the box is shipped, as on the server.
  const flow = chosenFlow(questions, responses) ?? 'delivery';
  const picksUp = flow === 'pickup';
  const frequency = chosenFrequency(responses);
  const store = pickup.store?.label ?? null;
  const storeDays = pickup.store?.store_days;
  const { asOf, days, isStillOpen } = useDays({ flow, holidays, storeDays }, dateRef);
  const storedDate = textOf(responses[dateRef]);
  const proposedDate = picksUp ? null : deliveryCalendarDefaultDate({ now: asOf, holidays });
  const date = storedDate !== null && days.blocked(storedDate) === null ? storedDate : proposedDate;

  // A visitor registers first and answers the quiz afterwards.
  const plan = quizPlan(questionnaire, visiting ? null : responses, paths.delivery, isScheduled);
  const { open: openSteps } = plan;
  const back = useChangeOf();
  const previous = back ?? plan.previous;
  const choices = { [storeRef]: store, [frequencyRef]: frequency, [dateRef]: date };
  const unanswered = signupOpenChoices({ flow, responses: choices });
  const names = {
    [storeRef]: 'A store',
    [frequencyRef]: frequencyQuestion.title,
    [dateRef]: 'A day for your first box',
  };
  const missing = [
    ...(openSteps.length > 1 ? [`${openSteps.length} steps of your quiz`] : openSteps.map((step) => step.title)),
    ...unanswered.map((ref) => names[ref] ?? ref),
  ];
  const messageOf = (ref: string) =>
    refused[ref] ?? (isNextPressed && unanswered.includes(ref) ? messagesText('required') : undefined);

  /** Tells the server that the box is not picked up; without a network that waits, and the customer goes on. */
  const dropPickup = async () => {
    try {
      await changeAccount.mutateAsync({ dressing_room_to_go_signup: false });
    } catch (error) {
      if (!isUnreached(error)) throw error;
      giveUpPickup();
    }
  };

  const goOn = async () => {
    if (date === null || !isStillOpen(date)) return;
    if (date !== storedDate) answer(dateRef, date);
    const chosen = subscriptionForSignup({ flow, chosen: frequency });
    // A visitor may turn out to be a customer with a subscription. The order of a pick-up is on demand anyway.
    if (chosen !== frequency && !visiting) answer(frequencyRef, chosen);
    if (chosenFlow(questions, responses) !== flow) answer(flowRef, flowAnswer(questions, flow));
    if (picksUp) takePickupAgain();
    if (picksUp && visiting) planPickup(false);
    if (!picksUp) {
      // The server may be learning of the plan right now. Without a network the customer's record may not be there.
      const mayBeKnown = !visiting && (isPickupPlanned() || (account?.dressing_room_to_go_signup ?? true));
      forgetPickup();
      if (mayBeKnown) await dropPickup();
    }
    const registration = picksUp ? paths.paymentInfo : paths.register;
    if (visiting) return navigate(registration);
    if (back === null) return navigate(plan.next);
    // What was just chosen may ask for more, which leads back as well.
    return plan.isMoreAsked ? navigate(plan.next, { state: { back } }) : navigate(back);
  };

  return (
    <OnboardingStep
      progress={plan.progress}
      current="shipping"
      saved={visiting ? undefined : saved}
      bar={
        <StepBar
          missing={missing}
          busy={changeAccount.isPending}
          failure={whyFailed(changeAccount.error)}
          onBlocked={() => {
            setIsNextPressed(true);
            document.getElementById(openSteps.length > 0 ? openStepsId : (unanswered[0] ?? ''))?.focus();
          }}
          onBack={previous === null ? undefined : () => void navigate(previous)}
          // If it fails, the screen stays.
          onNext={() => void goOn().catch(() => undefined)}
        />
      }
    >
      <div className={styles.delivery}>
        <div className={styles.choices}>
          <div className={styles.intro}>
            <PageTitle>{flowQuestion.title}</PageTitle>
            <OpenSteps id={openStepsId} steps={openSteps} />
          </div>
          <ChoiceCards
            id={flowRef}
            legend={flowQuestion.title}
            hideLegend
            choices={flowQuestion.choices}
            value={flow}
            onChange={(value) => answer(flowRef, flowAnswer(questions, value as Flow))}
            message={messageOf(flowRef)}
            required
          />
          {picksUp ? (
            <StoreQuestion
              questions={questions}
              pickup={pickup}
              onChange={(label) => answer(storeRef, label)}
              message={messageOf(storeRef)}
            />
          ) : (
            <>
              <ChoiceCards
                id={frequencyRef}
                legend={<span className={parts.title}>{frequencyQuestion.title}</span>}
                hint={frequencyQuestion.hint}
                choices={frequencyQuestion.choices}
                value={frequency}
                onChange={(value) => answer(frequencyRef, value)}
                message={messageOf(frequencyRef)}
                required
              />
              <ReturnStore answers={answers} questions={questions} />
            </>
          )}
        </div>
        <div className={styles.day}>
          <DayQuestion
            key={flow}
            id={dateRef}
            title={picksUp ? 'The day you pick it up' : 'The day your first box arrives'}
            meaning={picksUp ? 'Your box waits for you on' : 'Your first box arrives on'}
            days={days}
            stored={storedDate}
            value={date}
            onChange={(day) => answer(dateRef, day)}
            message={messageOf(dateRef)}
            small
          />
          {picksUp ? (
            <ShoesQuestion
              questions={questions}
              value={responses[shoesRef]}
              onChange={(wanted) => answer(shoesRef, wanted)}
            />
          ) : null}
        </div>
      </div>
      <LazyExitOffer />
    </OnboardingStep>
  );
}
