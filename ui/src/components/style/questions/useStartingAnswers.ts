import { useEffect } from 'react';
import type { useAnswers } from '~/api/style/answers';
import { type Question, withStartingAnswer } from '~/api/style/questionnaire';

/** Saves the initial values of shown controls as answers, because leaving them unchanged is an answer. */
export function useStartingAnswers(
  fields: readonly Question[],
  { responses, refused, answer }: Pick<ReturnType<typeof useAnswers>, 'responses' | 'refused' | 'answer'>,
): void {
  const waiting = withStartingAnswer(fields, { ...responses, ...refused });
  useEffect(() => {
    for (const { ref, properties } of waiting) answer(ref, properties.default);
  });
}
