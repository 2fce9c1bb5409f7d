import { chosenFrequency } from '~/api/style/deliveryQuestions';
import { chosenFlow, dateRef, flowAnswer, flowRef, frequencyRef, textOf } from '~/api/style/pickupPlan';
import type { Question } from '~/api/style/questionnaire';
import type { OpenStep, QuizPlan } from '~/api/style/quizPlan';
import type { ChangeOf } from '~/components/layout/useChangeOf';
import { type Flow, type Responses, subscriptionForSignup } from '~/core';
import { paths } from '~/paths';

interface Unsent {
  questions: readonly Question[];
  responses: Responses;
  flow: Flow;
  /** The day that the page shows. */
  date: string;
  visiting: boolean;
}

/**
 * The values that the page shows as chosen although they have no answer yet, as answers: leaving them unchanged is a choice
 * too.
 */
export function unsentAnswers({
  questions,
  responses,
  flow,
  date,
  visiting,
}: Unsent): [ref: string, answer: unknown][] {
  const frequency = chosenFrequency(responses);
  const chosen = subscriptionForSignup({ flow, chosen: frequency });
  // A visitor may turn out to be a customer with a subscription, so no frequency is sent for them.
  const isFrequencyNew = chosen !== frequency && !visiting;
  const isFlowNew = chosenFlow(questions, responses) !== flow;
  return [
    ...(date === textOf(responses[dateRef()]) ? [] : [[dateRef(), date] satisfies [string, unknown]]),
    ...(isFrequencyNew ? [[frequencyRef(), chosen] satisfies [string, unknown]] : []),
    ...(isFlowNew ? [[flowRef(), flowAnswer(questions, flow)] satisfies [string, unknown]] : []),
  ];
}

interface Leaving {
  flow: Flow;
  visiting: boolean;
  /** The path from which the step was opened to change its answer; null if it was not. */
  back: string | null;
  plan: Pick<QuizPlan, 'next' | 'isMoreAsked'>;
}

/** The path that opens next, and the state of that navigation. */
export function onwardFrom({ flow, visiting, back, plan }: Leaving): { to: string; state?: ChangeOf } {
  if (visiting) return { to: flow === 'pickup' ? paths.paymentInfo : paths.register };
  if (back === null) return { to: plan.next };
  // The new choice may need another answer on the next page, which then leads back.
  return plan.isMoreAsked ? { to: plan.next, state: { back } } : { to: back };
}

/** The button's list of what is missing: the steps of the quiz, and the names of this page's parts. */
export const missingNames = (
  openSteps: readonly OpenStep[],
  unanswered: readonly string[],
  names: Readonly<Record<string, string>>,
): string[] => [
  ...(openSteps.length > 1 ? [`${openSteps.length} steps of your quiz`] : openSteps.map(({ title }) => title)),
  ...unanswered.map((ref) => names[ref] ?? ref),
];
