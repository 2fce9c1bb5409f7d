import { useState } from 'react';
import { planPickup, takePickupAgain } from '~/api/delivery/plannedPickup';
import { chosenFrequency, questionOf } from '~/api/style/deliveryQuestions';
import {
  chosenFlow,
  dateRef,
  flowRef,
  frequencyRef,
  storeRef,
  textOf,
  useScheduledPickup,
} from '~/api/style/pickupPlan';
import { quizPlan } from '~/api/style/quizPlan';
import { usePickupStore } from '~/components/delivery/stores/usePickupStore';
import { useChangeOf } from '~/components/layout/useChangeOf';
import { deliveryCalendarDefaultDate, messagesText, signupOpenChoices } from '~/core';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import { missingNames, onwardFrom, unsentAnswers } from './deliveryModel';
import type { Loaded } from './useDeliveryData';
import { useDays } from './useDays';
import { useDropPickup } from './useDropPickup';

export const openStepsId = 'open-steps';

/** The state of the delivery step: the choices, what is still missing, and the next path. */
export function useDeliveryStep({ answers, questionnaire, holidays }: Loaded) {
  const navigate = useNavigate();
  const { responses, answer, visiting, refused } = answers;
  const [isNextPressed, setIsNextPressed] = useState(false);
  const pickup = usePickupStore(responses);
  const isScheduled = useScheduledPickup(questionnaire, responses);
  const dropping = useDropPickup();
  const back = useChangeOf();
  const questions = questionnaire.delivery_questions;

  // Without a choice the box is shipped, as on the server.
  const flow = chosenFlow(questions, responses) ?? 'delivery';
  const picksUp = flow === 'pickup';
  const frequency = chosenFrequency(responses);
  const { asOf, days, isStillOpen } = useDays({ flow, holidays, storeDays: pickup.store?.store_days }, dateRef());
  const storedDate = textOf(responses[dateRef()]);
  const proposedDate = picksUp ? null : deliveryCalendarDefaultDate({ now: asOf, holidays });
  const date = storedDate !== null && days.blocked(storedDate) === null ? storedDate : proposedDate;

  // A visitor registers first and answers the quiz afterwards.
  const plan = quizPlan(questionnaire, visiting ? null : responses, paths.delivery, isScheduled);
  const previous = back ?? plan.previous;
  const choices = { [storeRef()]: pickup.store?.label ?? null, [frequencyRef()]: frequency, [dateRef()]: date };
  const unanswered = signupOpenChoices({ flow, responses: choices });
  const names = {
    [storeRef()]: 'A store',
    [frequencyRef()]: questionOf(questions, frequencyRef()).title,
    [dateRef()]: 'A day for your first box',
  };

  const goOn = async () => {
    if (date === null || !isStillOpen(date)) return;
    for (const [ref, value] of unsentAnswers({ questions, responses, flow, date, visiting })) answer(ref, value);
    if (picksUp) takePickupAgain();
    if (picksUp && visiting) planPickup(false);
    if (!picksUp) await dropping.drop(visiting);
    const { to, state } = onwardFrom({ flow, visiting, back, plan });
    await navigate(to, { state });
  };

  return {
    flow,
    frequency,
    pickup,
    days,
    storedDate,
    date,
    plan,
    messageOf: (ref: string) =>
      refused[ref] ?? (isNextPressed && unanswered.includes(ref) ? messagesText('required') : undefined),
    /** The props of `<StepBar>`. */
    bar: {
      missing: missingNames(plan.open, unanswered, names),
      busy: dropping.busy,
      failure: dropping.failure,
      onBlocked: () => {
        setIsNextPressed(true);
        document.getElementById(plan.open.length > 0 ? openStepsId : (unanswered[0] ?? ''))?.focus();
      },
      onBack: previous === null ? undefined : () => void navigate(previous),
      // After a failure the screen stays.
      onNext: () => void goOn().catch(() => undefined),
    },
    isAnswered: questions.some(({ ref }) => ref in responses),
    flowQuestion: questionOf(questions, flowRef()),
    frequencyQuestion: questionOf(questions, frequencyRef()),
  };
}
