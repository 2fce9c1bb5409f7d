import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Question, QuestionLists, QuestionnaireBody } from '~/api/schema.gen';

export type { Question, ShuffleCard } from '~/api/schema.gen';

/** The quiz and the customer's answers. A visitor has no answers and no id. */
export type Questionnaire = QuestionnaireBody & { questions: Required<QuestionLists> };

/** The server leaves out lists that a call did not ask for. The page asks for all of them. */
const noLists: Required<QuestionLists> = {
  questions: [],
  delivery_questions: [],
  profile_questions: [],
  shuffle: [],
  reshuffle: [],
};

/** The label of the choice that was made; null if there is none. */
export const choiceLabel = (questions: readonly Question[], asked: string, chosen: unknown): string | null =>
  questions.find(({ ref }) => ref === asked)?.properties.choices?.find(({ ref }) => ref === chosen)?.label ?? null;

async function loadQuestionnaire(signal: AbortSignal): Promise<Questionnaire> {
  const questionnaire = await api.get('/questionnaire', { signal });
  return { ...questionnaire, questions: { ...noLists, ...questionnaire.questions } };
}

export const questionnaireQuery = queryOptions({
  queryKey: ['questionnaire'],
  queryFn: ({ signal }) => loadQuestionnaire(signal),
  staleTime: 5 * 60_000,
});

export const useQuestionnaire = () => useQuery(questionnaireQuery);
