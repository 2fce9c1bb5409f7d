import type { Store } from '~/api/delivery/locations';
import type { Question } from './questionnaire';
import { frequencyRef, textOf } from './pickupPlan';
import { policy, type Responses, type Type as SubscriptionType } from '~/core';

/** The question about the favorite store of a customer whose box is shipped. */
export const returnStoreRef = () => policy().other_store_question;

/** The texts and the choices of the question with this ref. A choice's value is its ref. */
export function questionOf(questions: readonly Question[], ref: string) {
  const question = questions.find((candidate) => candidate.ref === ref);
  const { description, choices = [] } = question?.properties ?? {};
  return {
    title: question?.title ?? '',
    hint: description ?? '',
    choices: choices.map((choice) => ({ ...choice, value: choice.ref })),
  };
}

/** The choices of a store for returns: no preference, and the stores that are offered. */
export const returnStores = (stores: readonly Store[]) =>
  [policy().no_preference, ...stores.map(({ label }) => label)].map((label) => ({ value: label, label }));

/** The chosen frequency; null if there is none. */
export const chosenFrequency = (responses: Responses) => textOf(responses[frequencyRef()]) as SubscriptionType | null;
