import type { Question } from '~/api/quiz/questionnaire';
import { frequencyRef } from '~/api/quiz/quizPlan';
import { type Responses, type Type as SubscriptionType, subscriptionLabel } from '~/core';

/** The frequencies that the questionnaire offers, with core's labels. */
export function frequencies(questions: readonly Question[]) {
  const question = questions.find(({ ref }) => ref === frequencyRef);
  const choices = (question?.properties.choices ?? []).map(({ ref, description }) => ({
    value: ref,
    label: subscriptionLabel({ subscription_type: ref as SubscriptionType }),
    description,
  }));
  return { title: question?.title ?? '', hint: question?.properties.description ?? '', choices };
}

/** The chosen frequency; null if there is none. */
export function chosenFrequency(responses: Responses): string | null {
  const chosen = responses[frequencyRef];
  return typeof chosen === 'string' && chosen !== '' ? chosen : null;
}
