import { useState } from 'react';
import { planPickup } from '~/api/delivery/plannedPickup';
import { dateRef, flowAnswer, flowRef, shoesRef, storeRef, textOf } from '~/api/style/pickupPlan';
import { Unavailable } from '~/components/feedback/Unavailable';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { PageTitle } from '~/components/layout/PageTitle';
import { useSaveState } from '~/components/layout/useSaveState';
import { StepBar } from '~/components/layout/StepBar';
import { WhileSigningUp } from '~/components/screens/onward/WhileSigningUp';
import { messagesText, signupOpenChoices } from '~/core';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { DayQuestion } from '~/components/calendar/DayQuestion';
import { questionOf } from '~/api/style/deliveryQuestions';
import { ShoesQuestion } from '../parts/ShoesQuestion';
import { StoreQuestion } from '~/components/delivery/stores/StoreQuestion';
import { type Loaded, useDeliveryData } from '../parts/useDeliveryData';
import { useDays } from '../parts/useDays';
import { usePickupStore } from '~/components/delivery/stores/usePickupStore';
import styles from './Delivery.module.css';

/** Plans the pick-up of the first box, before or after registration, at home or in the store. */
export default function SchedulePickup() {
  const { answers, loaded, failed, retry } = useDeliveryData();
  return (
    // After the first order, a pick-up is ordered with the order form, which asks for what it needs.
    <WhileSigningUp onward={(current) => (current === null ? paths.orderPickup : paths.dashboard)}>
      {loaded ? (
        <Schedule answers={answers} {...loaded} />
      ) : failed ? (
        <Unavailable title="This page could not be loaded" retry={retry} />
      ) : null}
    </WhileSigningUp>
  );
}

function Schedule({ answers, questionnaire, holidays }: Loaded) {
  const navigate = useNavigate();
  const inStore = useLocation().pathname === paths.schedulePickupInStore;
  const { responses, answer, state, visiting, refused } = answers;
  const [pressed, setPressed] = useState(false);
  const pickup = usePickupStore(responses);
  const storeDays = pickup.store?.store_days;
  const { days, isStillOpen } = useDays({ flow: 'pickup', holidays, storeDays }, dateRef());
  const stored = textOf(responses[dateRef()]);
  const date = stored !== null && days.blocked(stored) === null ? stored : null;
  const store = pickup.store?.label ?? null;

  const questions = questionnaire.delivery_questions;
  const saved = useSaveState(state, {
    step: 'delivery',
    isAnswered: questions.some(({ ref }) => ref in responses),
  });
  const unanswered = signupOpenChoices({ flow: 'pickup', responses: { [storeRef()]: store, [dateRef()]: date } });
  const missing = unanswered.map((ref) => (ref === storeRef() ? 'A store' : 'A day'));
  const messageOf = (ref: string) =>
    refused[ref] ?? (pressed && unanswered.includes(ref) ? messagesText('required') : undefined);

  const goOn = () => {
    if (date === null || !isStillOpen(date)) return;
    const picksUp = flowAnswer(questions, 'pickup');
    if (responses[flowRef()] !== picksUp) answer(flowRef(), picksUp);
    planPickup(inStore);
    void navigate(paths.paymentInfo);
  };

  const kind = questionOf(questions, flowRef()).choices.find(({ ref }) => ref === 'pickup');
  return (
    <OnboardingStep
      saved={visiting ? undefined : saved}
      bar={
        <StepBar
          missing={missing}
          onBlocked={() => {
            setPressed(true);
            document.getElementById(unanswered[0] ?? '')?.focus();
          }}
          onNext={goOn}
        />
      }
    >
      <div className={styles.delivery}>
        <div className={styles.choices}>
          <PageTitle eyebrow={inStore ? 'Signing up in the store' : 'Pick up at a store'} lead={kind?.description}>
            Where and when?
          </PageTitle>
          <StoreQuestion
            questions={questions}
            pickup={pickup}
            onChange={(label) => answer(storeRef(), label)}
            message={messageOf(storeRef())}
            instead={<Link to={visiting ? paths.register : paths.delivery}>Continue, and send it to me</Link>}
          />
        </div>
        <div className={styles.day}>
          <DayQuestion
            id={dateRef()}
            title="The day you pick it up"
            meaning="Your box waits for you on"
            days={days}
            stored={stored}
            value={date}
            onChange={(day) => answer(dateRef(), day)}
            message={messageOf(dateRef())}
            small
          />
          <ShoesQuestion
            questions={questions}
            value={responses[shoesRef()]}
            onChange={(wanted) => answer(shoesRef(), wanted)}
          />
        </div>
      </div>
    </OnboardingStep>
  );
}
