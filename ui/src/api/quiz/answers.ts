import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { api, unanswered } from '~/api/client';
import { ApiError, errorsOf, issuesOf } from '~/api/errors';
import { isPickupPlanned } from '~/api/plannedPickup';
import type { Answers, StyleProfileBody } from '~/api/schema.gen';
import { styleProfileQuery } from '~/api/styleProfile';
import { answersFromVisitor, errorsOutcome, type Responses } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';
import { AnswerOutbox, type Delivery } from './answerOutbox';
import { type Questionnaire, questionnaireQuery, useQuestionnaire } from './questionnaire';

/** A text is sent after this many milliseconds without typing. */
const typingPause = 600;

const nothing: Responses = {};

/** The answers that the server does not have yet. `profile` is the style profile that they belong to; null for a visitor. */
interface UnsentAnswers {
  profile: string | null;
  unsent: Responses;
}

const answersDraft = declareDraft<UnsentAnswers>({ name: 'answers', lifetime: 'tab', fields: ['profile', 'unsent'] });

/**
 * The questionnaire and the customer's answers, including those that are still being sent. `answer` adds one: it shows at
 * once, is sent, and outlives a reload until the server has it. A visitor's answers are kept until there is an account.
 */
export function useAnswers() {
  const client = useQueryClient();
  const query = useQuestionnaire();
  const known = query.data;
  const outbox = outboxOf(client, known);
  const { unsent, state, refused } = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  useSendingOnLeave(outbox, state === 'unsaved' && known?.id !== null, known?.id);

  const saved = known?.responses ?? nothing;
  const responses = useMemo(() => ({ ...saved, ...unsent }), [saved, unsent]);
  const answer = useCallback(
    (ref: string, value: unknown, { typed = false } = {}) => outbox.put({ [ref]: value }, typed ? typingPause : 0),
    [outbox],
  );
  const change = useCallback(
    (ref: string, changed: (answer: unknown) => unknown) => {
      const { responses: answers = nothing } = client.getQueryData(questionnaireQuery.queryKey) ?? {};
      outbox.put({ [ref]: changed({ ...answers, ...outbox.snapshot().unsent }[ref]) });
    },
    [client, outbox],
  );
  const settle = useCallback(async () => {
    await outbox.flush();
    if (outbox.snapshot().state !== 'saved') throw unanswered('PATCH', '/style_profiles');
  }, [outbox]);
  return {
    questionnaire: known?.questions,
    failed: query.isError,
    retry: () => void query.refetch(),
    /** True if nobody is signed in. */
    visiting: known?.id === null,
    responses,
    answer,
    /** Changes the answer as it is now, also after the screen was left. */
    change,
    /** Waits until the server has all answers. Fails if they cannot be sent. */
    settle,
    state,
    refused,
  };
}

/** One outbox per page and style profile. Until the questionnaire is loaded, an outbox that sends nothing. */
const outboxes = new WeakMap<QueryClient, { profile: string | null | undefined; outbox: AnswerOutbox }>();

function outboxOf(client: QueryClient, known: Questionnaire | undefined): AnswerOutbox {
  const profile = known?.id;
  const held = outboxes.get(client);
  if (held && (held.profile === profile || known === undefined)) return held.outbox;
  held?.outbox.close();
  const outbox = known
    ? new AnswerOutbox(outletsOf(client, known.id), keptFor(known))
    : new AnswerOutbox({ send: async () => ({ kind: 'halt' }), keep: () => undefined });
  outboxes.set(client, { profile, outbox });
  return outbox;
}

const outletsOf = (client: QueryClient, profile: string | null) => ({
  send: (answers: Responses): Promise<Delivery> =>
    profile !== null && isCurrentProfile(client, profile)
      ? deliver(client, profile, answers)
      : Promise.resolve({ kind: 'halt' }),
  keep: (unsent: Responses) =>
    Object.keys(unsent).length === 0 ? forgetDraft(answersDraft) : keepDraft(answersDraft, { profile, unsent }),
});

/** Whether the page still belongs to this profile's customer: when a session ends, its data is dropped. */
const isCurrentProfile = (client: QueryClient, profile: string) =>
  client.getQueryData<Questionnaire>(questionnaireQuery.queryKey)?.id === profile;

/** The stored answers that belong to this profile: its own, or those of a visitor who became its customer. */
function keptFor({ id, responses }: Questionnaire): Responses {
  const kept = keptDraft(answersDraft) as UnsentAnswers | null;
  if (kept === null) return {};
  const { profile, unsent } = kept;
  if (profile === id) return unsent;
  if (profile !== null) return {};
  const takenOver = answersFromVisitor({
    visitor: unsent,
    customer: responses,
    is_pickup_planned: isPickupPlanned(),
  });
  return Object.fromEntries(takenOver.map((ref) => [ref, unsent[ref]]));
}

/** Sends answers, and puts the server's new state into the cache. */
async function deliver(client: QueryClient, profile: string, answers: Responses): Promise<Delivery> {
  const mutation = client.getMutationCache().build(client, {
    // The outbox's state shows the failure. A 401 still leads to sign-in.
    meta: { quiet: true },
    networkMode: 'always' as const,
    mutationFn: (responses: Responses) =>
      api.patch('/style_profiles/{id}', { path: { id: profile }, body: { responses }, keepalive: true }),
  });
  try {
    const data = await mutation.execute(answers);
    await putInCache(client, data);
    return { kind: 'taken' };
  } catch (error) {
    return outcomeOf(error);
  }
}

async function putInCache(client: QueryClient, { responses, stats }: Answers): Promise<void> {
  // A request from before this save would bring the old answers back.
  await client.cancelQueries({ queryKey: questionnaireQuery.queryKey });
  client.setQueryData(questionnaireQuery.queryKey, (known: Questionnaire | undefined) =>
    known ? { ...known, responses, stats } : known,
  );
  client.setQueryData(styleProfileQuery.queryKey, (known: StyleProfileBody | undefined) =>
    known ? { ...known, data: { responses, stats } } : known,
  );
}

function outcomeOf(error: unknown): Delivery {
  if (!(error instanceof ApiError)) throw error;
  const outcome = errorsOutcome({ status: error.status });
  if (outcome === 'signed_out') return { kind: 'halt' };
  if (outcome !== 'refused') return { kind: 'later' };
  const message = issuesOf(error)[0]?.message ?? errorsOf(error)[0]?.message ?? '';
  return { kind: 'refused', message };
}

/**
 * Sends unsent answers when the network is back or the page is hidden; asks before the customer leaves a page with unsent
 * ones.
 */
function useSendingOnLeave(outbox: AnswerOutbox, hasStuckAnswers: boolean, profile: string | null | undefined): void {
  // Somebody has signed in again after a session that ended: what it kept from being sent goes now.
  useEffect(() => {
    if (profile && outbox.snapshot().state === 'unsaved') void outbox.flush();
  }, [outbox, profile]);
  useEffect(() => {
    const flush = () => void outbox.flush();
    const hidden = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [outbox]);

  useEffect(() => {
    if (!hasStuckAnswers) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasStuckAnswers]);
}
