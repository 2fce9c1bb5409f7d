import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { answersChangedElsewhere, type Responses } from '~/core';
import { putInCache, withAnswersLock } from './answers';

/** A changed answer. `known`: the answer when the customer began to change it. */
interface ChangedAnswer {
  value: unknown;
  known: unknown;
}

/** Changed answers that are saved together, by their questions. */
export type AnswerSet = Readonly<Record<string, ChangedAnswer>>;

/** The result of saving a set. */
interface SavedSet {
  /** The questions whose answers were changed elsewhere meanwhile. If there are any, nothing was saved. */
  changedElsewhere: readonly string[];
  /** The server's current answers. */
  saved: Responses;
}

/**
 * Saves changed answers as one set. If one of them was changed elsewhere meanwhile, nothing is saved, so that no unseen
 * answer is overwritten, and the cache gets the server's current answers. Before that, `settle` sends the answers that still
 * wait.
 */
export function useSaveAnswers(profile: string, settle: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (set: AnswerSet): Promise<SavedSet> => {
      await settle();
      return withAnswersLock(profile, () => saveSet(client, profile, set));
    },
  });
}

async function saveSet(client: QueryClient, id: string, set: AnswerSet): Promise<SavedSet> {
  const { data } = await api.get('/style_profiles/{id}', { path: { id } });
  const changedElsewhere = answersChangedElsewhere(
    mapped(set, ({ value, known }, ref) => ({ known: [value, known], server: data.responses[ref] ?? null })),
  );
  if (changedElsewhere.length > 0) {
    await putInCache(client, id, data);
    return { changedElsewhere, saved: data.responses };
  }
  const responses = mapped(set, ({ value }) => value);
  const latest = await api.patch('/style_profiles/{id}', { path: { id }, body: { responses } });
  await putInCache(client, id, latest);
  return { changedElsewhere: [], saved: latest.responses };
}

const mapped = <Mapped>(set: AnswerSet, map: (answer: ChangedAnswer, ref: string) => Mapped): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(set).map(([ref, answer]) => [ref, map(answer, ref)]));
