import { useQuery } from '@tanstack/react-query';
import { useKnownAccount } from '~/api/account/record';
import { holidaysQuery } from '~/api/delivery/holidays';
import { locationsQuery, pickupStoreCalled } from '~/api/delivery/locations';
import { isPickupUnsent } from '~/api/delivery/plannedPickup';
import { type Flow, pickupCalendarBlocked, policy, type Responses, signupOpenChoices } from '~/core';
import { now } from '~/lib/time/clock';
import type { Question, Questionnaire } from './questionnaire';

/** The refs of the delivery page's answers. */
export const frequencyRef = () => policy().delivery_questions[0];
const pickupRefs = () => policy().pickup_questions as [string, string, string, string];
export const flowRef = () => pickupRefs()[0];
export const storeRef = () => pickupRefs()[1];
export const dateRef = () => pickupRefs()[2];
export const shoesRef = () => pickupRefs()[3];

/** The flow that the customer has chosen; null if there is no choice yet. */
export function chosenFlow(deliveryQuestions: readonly Question[], responses: Responses): Flow | null {
  const choices = deliveryQuestions.find(({ ref }) => ref === flowRef())?.properties.choices ?? [];
  return (choices.find(({ label }) => label === responses[flowRef()])?.ref as Flow | undefined) ?? null;
}

/** The answer that means a flow. */
export const flowAnswer = (deliveryQuestions: readonly Question[], flow: Flow): string | undefined =>
  deliveryQuestions.find(({ ref }) => ref === flowRef())?.properties.choices?.find(({ ref }) => ref === flow)?.label;

export const textOf = (answer: unknown): string | null => (typeof answer === 'string' && answer !== '' ? answer : null);

/** Whether a pick-up was planned before the quiz, and its store and day can still be chosen. */
export function useScheduledPickup(questions: Questionnaire['questions'] | undefined, responses: Responses): boolean {
  const account = useKnownAccount();
  const flow = questions ? chosenFlow(questions.delivery_questions, responses) : null;
  const isPlanned = flow === 'pickup' && (isPickupUnsent() || account?.dressing_room_to_go_signup === true);
  const { data: holidays } = useQuery({ ...holidaysQuery, enabled: isPlanned });
  const { data: locations } = useQuery({ ...locationsQuery, enabled: isPlanned });
  const [store, date] = [textOf(responses[storeRef()]), textOf(responses[dateRef()])];
  if (!isPlanned || date === null || signupOpenChoices({ flow, responses }).length > 0) return false;
  // Until stores and holidays are loaded, the plan counts as valid.
  if (!locations || !holidays) return true;
  const chosen = pickupStoreCalled(store, locations);
  if (!chosen) return false;
  return pickupCalendarBlocked({ date, now: now(), holidays, store_days: chosen.store_days }) === null;
}
