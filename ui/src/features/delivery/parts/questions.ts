import type { Question } from '~/api/quiz/questionnaire';
import { frequencyRef } from '~/api/quiz/quizPlan';
import { type Responses, subscriptionLabel, type Type as SubscriptionType } from '~/core';

/** How often boxes may come: what the questionnaire offers, in core's words. */
export function frequencies(questions: readonly Question[]) {
  const question = questions.find(({ ref }) => ref === frequencyRef);
  const choices = (question?.properties.choices ?? []).map(({ ref, description }) => ({
    value: ref,
    label: subscriptionLabel({ subscription_type: ref as SubscriptionType }),
    description,
  }));
  return { title: question?.title ?? '', hint: question?.properties.description ?? '', choices };
}

/** What was chosen of them, or nothing. */
export function chosenFrequency(responses: Responses): string | null {
  const chosen = responses[frequencyRef];
  return typeof chosen === 'string' && chosen !== '' ? chosen : null;
}
