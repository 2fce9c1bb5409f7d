import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { isUnreached } from '~/api/errors';
import type { Question, QuestionLists, QuestionnaireBody } from '~/api/schema.gen';
import { mayBeSignedIn } from '~/api/account/sessions';
import { policy, type Responses } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft, onOtherTab } from '~/lib/draft/store';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';

export type { Question, ShuffleCard } from '~/api/schema.gen';

/** The quiz and the customer's answers. A visitor has no answers and no id. */
export type Questionnaire = QuestionnaireBody & {
  questions: Required<QuestionLists>;
  /** Whether the answers are the last ones that this browser saw, because there is no network. */
  isRecalled?: true;
};

/** The server leaves out lists that a call did not ask for. The page asks for all of them. */
const noLists: Required<QuestionLists> = {
  questions: [],
  delivery_questions: [],
  profile_questions: [],
  shuffle: [],
  reshuffle: [],
  more_tomorrow: false,
};

/** The label of the chosen answer to the question with this ref; null if none was chosen. */
export const choiceLabel = (questions: readonly Question[], question: string, chosen: unknown): string | null =>
  questions.find(({ ref }) => ref === question)?.properties.choices?.find(({ ref }) => ref === chosen)?.label ?? null;

/** The questions whose control has an initial value, and that are not `answered`. */
export const withStartingAnswer = (questions: readonly Question[], answered: Responses): readonly Question[] =>
  questions.filter(({ ref, properties }) => properties.default !== undefined && !(ref in answered));

/** The last known answers of the server, so that the quiz works without a network after a reload. */
interface KnownAnswers {
  /** The customer's id; null if the page has not loaded their record. */
  account: string | null;
  profile: string;
  responses: Responses;
  /** In milliseconds since 1970. */
  keptAt: number;
}

/** A session ends if it is not used for this time. */
const idleMs = () => policy().session_idle_days * 24 * 60 * 60_000;

const knownDraft = declareDraft<KnownAnswers>({
  name: 'known answers',
  lifetime: 'session',
  fields: ['account', 'profile', 'responses', 'keptAt'],
});

/** The last answers that this browser saw in its present session; null if there are none. */
export function knownAnswers(): KnownAnswers | null {
  const known = keptDraft(knownDraft) as KnownAnswers | null;
  return known !== null && Date.now() - known.keptAt < idleMs() ? known : null;
}

/** Calls `changed` when another tab keeps other answers, or the session has ended there. */
export const onKnownElsewhere = (changed: () => void) => onOtherTab(knownDraft, '', changed);

/** Stores the server's answers of a customer, for use without a network. */
export function keepKnown(client: QueryClient, profile: string, responses: Responses): void {
  const before = knownAnswers();
  const account = client.getQueryData(accountQuery.queryKey)?.id;
  const recalled = before?.profile === profile ? before.account : null;
  keepDraft(knownDraft, { account: account ?? recalled, profile, responses, keptAt: Date.now() });
}

async function loadQuestionnaire(client: QueryClient, signal: AbortSignal): Promise<Questionnaire> {
  const anonymous = !mayBeSignedIn();
  try {
    const body = await api.get('/questionnaire', { signal, anonymous, timeoutMs: shortTimeoutMs });
    const questionnaire = withAllLists(body);
    if (questionnaire.id !== null) keepKnown(client, questionnaire.id, questionnaire.responses);
    return questionnaire;
  } catch (error) {
    const known = knownAnswers();
    if (anonymous || !isUnreached(error) || known === null) throw error;
    // The service worker has the public questionnaire.
    const questionnaire = withAllLists(
      await api.get('/questionnaire', { signal, anonymous: true, timeoutMs: shortTimeoutMs }),
    );
    return { ...questionnaire, id: known.profile, responses: known.responses, isRecalled: true };
  }
}

const withAllLists = (questionnaire: QuestionnaireBody): Questionnaire => ({
  ...questionnaire,
  questions: { ...noLists, ...questionnaire.questions },
});

export const questionnaireQuery = queryOptions({
  queryKey: ['questionnaire'],
  queryFn: ({ client, signal }) => loadQuestionnaire(client, signal),
  // Recalled answers are loaded again as soon as the network is back.
  staleTime: ({ state }) => (state.data?.isRecalled ? 0 : 5 * 60_000),
  meta: { saysUnreached: true },
});

export const useQuestionnaire = () => useQuery(questionnaireQuery);
