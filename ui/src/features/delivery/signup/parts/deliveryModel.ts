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

/** What the page shows as chosen without an answer, as answers: leaving it as it is is a choice too. */
export function unsentAnswers({
  questions,
  responses,
  flow,
  date,
  visiting,
}: Unsent): [ref: string, answer: unknown][] {
  const frequency = chosenFrequency(responses);
  const chosen = subscriptionForSignup({ flow, chosen: frequency });
  // A visitor may turn out to be a customer with a subscription. The order of a pick-up is on demand anyway.
  const isFrequencyNew = chosen !== frequency && !visiting;
  const isFlowNew = chosenFlow(questions, responses) !== flow;
  return [
    ...(date === textOf(responses[dateRef]) ? [] : [[dateRef, date] satisfies [string, unknown]]),
    ...(isFrequencyNew ? [[frequencyRef, chosen] satisfies [string, unknown]] : []),
    ...(isFlowNew ? [[flowRef, flowAnswer(questions, flow)] satisfies [string, unknown]] : []),
  ];
}

interface Leaving {
  flow: Flow;
  visiting: boolean;
  /** Where the step was opened to change its answer; null if it was not. */
  back: string | null;
  plan: Pick<QuizPlan, 'next' | 'isMoreAsked'>;
}

/** Where the customer goes on, and the state of that navigation. */
export function onwardFrom({ flow, visiting, back, plan }: Leaving): { to: string; state?: ChangeOf } {
  if (visiting) return { to: flow === 'pickup' ? paths.paymentInfo : paths.register };
  if (back === null) return { to: plan.next };
  // What was just chosen may ask for more, which leads back as well.
  return plan.isMoreAsked ? { to: plan.next, state: { back } } : { to: back };
}

/** What the button lists as missing: the steps of the quiz, and the parts of this page by their names. */
export const missingNames = (
  openSteps: readonly OpenStep[],
  unanswered: readonly string[],
  names: Readonly<Record<string, string>>,
): string[] => [
  ...(openSteps.length > 1 ? [`${openSteps.length} steps of your quiz`] : openSteps.map(({ title }) => title)),
  ...unanswered.map((ref) => names[ref] ?? ref),
];
