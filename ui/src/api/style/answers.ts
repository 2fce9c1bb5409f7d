import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { accountQuery } from '~/api/account/record';
import { api, unanswered } from '~/api/client';
import { ApiError, errorsOf, issuesOf } from '~/api/errors';
import { notice } from '~/api/notices';
import { isPickupPlanned } from '~/api/delivery/plannedPickup';
import { statsQuery } from './profileStats';
import type { Answers } from '~/api/schema.gen';
import { setSessionOver } from '~/api/account/sessionEnd';
import { setNewer } from '~/api/setNewer';
import { answersFromVisitor, errorsOutcome, type Responses } from '~/core';
import { withTabLock } from '~/lib/tabLock';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft, onOtherTab } from '~/lib/draft/store';
import {
  AnswerOutbox,
  type OutboxParts,
  type SendResult,
  type ServerAnswers,
  type Unsent,
  type UnsentAnswers,
} from './answerOutbox';
import {
  keepKnown,
  knownAnswers,
  onKnownElsewhere,
  type Questionnaire,
  questionnaireQuery,
  useQuestionnaire,
} from './questionnaire';
import { fieldsOf } from './quizPlan';

/** A text is sent after this time without typing. */
const typingPauseMs = 600;

const noAnswers: Responses = {};

/** A visitor's answers. They stay in the tab until there is an account. */
interface VisitorAnswers {
  unsent: Responses;
}

/**
 * The answers of an account that the server does not have yet. They stay after the tab is closed. `account` is null if it is
 * not known.
 */
interface AccountAnswers {
  account: string | null;
  unsent: UnsentAnswers;
}

const visitorDraft = declareDraft<VisitorAnswers>({ name: 'answers', lifetime: 'visitor', fields: ['unsent'] });

const accountDraft = declareDraft<AccountAnswers>({
  name: 'answers',
  lifetime: 'account',
  fields: ['account', 'unsent'],
});

/**
 * The questionnaire and the customer's answers, including those that are still being sent. `answer` adds one: it shows
 * immediately, and is stored, even after the tab is closed, until the server has it. A visitor's answers are kept until there
 * is an account.
 */
export function useAnswers() {
  const client = useQueryClient();
  const query = useQuestionnaire();
  const known = query.data;
  const outbox = outboxOf(client, known);
  const { unsent, state, refused } = useSyncExternalStore(outbox.subscribe, outbox.snapshot);

  const saved = known?.responses ?? noAnswers;
  const responses = useMemo(() => ({ ...saved, ...unsent }), [saved, unsent]);
  const answer = useCallback(
    (ref: string, value: unknown, { typed = false } = {}) =>
      outbox.put({ [ref]: value }, serverAnswersIn(client), typed ? typingPauseMs : 0),
    [client, outbox],
  );
  const change = useCallback(
    (ref: string, changed: (answer: unknown) => unknown) => {
      const answers = serverAnswersIn(client);
      outbox.put({ [ref]: changed({ ...answers, ...outbox.snapshot().unsent }[ref]) }, answers);
    },
    [client, outbox],
  );
  const settle = useCallback(() => sendAll(outbox), [outbox]);
  return {
    questionnaire: known?.questions,
    failed: query.isError,
    retry: () => void query.refetch(),
    /** True if nobody is signed in. */
    visiting: known?.id === null,
    responses,
    answer,
    /** Changes the present answer, also after the customer has left the screen. */
    change,
    /** Waits until the server has all answers. Fails if they cannot be sent. */
    settle,
    state,
    refused,
  };
}

/** The answers that the server has, as far as the page knows. */
const serverAnswersIn = (client: QueryClient): Responses =>
  client.getQueryData(questionnaireQuery.queryKey)?.responses ?? noAnswers;

/** Starts to send the waiting answers of the customer who is signed in, on whichever screen they are. */
export async function sendWaitingAnswers(client: QueryClient): Promise<void> {
  const known = await client.ensureQueryData(questionnaireQuery);
  await outboxOf(client, known).flush();
}

/** Waits until the server has all answers of the customer who is signed in. Fails if they cannot be sent. */
export const sendAllAnswers = async (client: QueryClient): Promise<void> =>
  sendAll(outboxOf(client, await client.ensureQueryData(questionnaireQuery)));

async function sendAll(outbox: AnswerOutbox): Promise<void> {
  await outbox.flush();
  if (outbox.snapshot().state !== 'saved') throw unanswered('PATCH', '/style_profiles');
}

/** The outbox of a style profile, while it is in use. */
interface OpenOutbox {
  client: QueryClient;
  profile: string | null | undefined;
  outbox: AnswerOutbox;
  stop: () => void;
}

/**
 * The page's outbox. Each style profile has its own. Until the questionnaire is loaded, an outbox that sends nothing takes
 * its place.
 */
let current: OpenOutbox | null = null;

function outboxOf(client: QueryClient, known: Questionnaire | undefined): AnswerOutbox {
  const profile = known?.id;
  if (current?.client === client && (current.profile === profile || known === undefined)) return current.outbox;
  current?.stop();
  current?.outbox.close();
  const outbox = known ? openOutbox(client, known) : new AnswerOutbox(withoutServer(memoryStore()));
  current = { client, profile, outbox, stop: sendOnEvents(outbox, profile ?? null) };
  return outbox;
}

/** Opens the outbox of a customer, who takes over what they answered as a visitor; or that of a visitor, whose answers wait. */
function openOutbox(client: QueryClient, known: Questionnaire): AnswerOutbox {
  const { id, responses, isRecalled = false } = known;
  if (id === null) return new AnswerOutbox(withoutServer(visitorStore));
  const store = accountStore(client, id);
  const visitor = visitorStore.load();
  // Without a network the customer's answers elsewhere are not known, so the visitor's answers wait.
  if (!isRecalled && Object.keys(visitor).length > 0) {
    const takenOver = answersFromVisitor({
      visitor: Object.fromEntries(Object.entries(visitor).map(([ref, { value }]) => [ref, value])),
      customer: responses,
      is_pickup_planned: isPickupPlanned(),
    }).flatMap((ref): [string, Unsent][] =>
      visitor[ref] ? [[ref, { value: visitor[ref].value, known: [responses[ref] ?? null] }]] : [],
    );
    store.store({ ...store.load(), ...Object.fromEntries(takenOver) });
    visitorStore.store({});
  }
  return new AnswerOutbox(partsOf(client, id, store), isRecalled ? null : responses);
}

type Store = Pick<OutboxParts, 'load' | 'store'>;

/** A store that keeps nothing over a reload. */
function memoryStore(): Store {
  let unsent: UnsentAnswers = {};
  return {
    load: () => unsent,
    store: (changed) => {
      unsent = changed;
    },
  };
}

/** A visitor's answers wait for an account: the server has nothing to compare them with. */
const visitorStore: Store = {
  load: () => {
    const unsent = Object.entries(keptDraft(visitorDraft)?.unsent ?? {});
    return Object.fromEntries(unsent.map(([ref, value]) => [ref, { value, known: [] }]));
  },
  store: (unsent) => {
    const values = Object.entries(unsent).map(([ref, { value }]) => [ref, value]);
    if (values.length === 0) forgetDraft(visitorDraft);
    else keepDraft(visitorDraft, { unsent: Object.fromEntries(values) });
  },
};

const accountStore = (client: QueryClient, profile: string): Store => ({
  load: () => (keptDraft(accountDraft, profile)?.unsent ?? {}) as UnsentAnswers,
  store: (unsent) => {
    if (Object.keys(unsent).length === 0) return forgetDraft(accountDraft, profile);
    const account = client.getQueryData(accountQuery.queryKey)?.id ?? knownAnswers()?.account ?? null;
    return keepDraft(accountDraft, { account, unsent }, profile);
  },
});

/** The parts of an outbox that sends nothing yet. */
const withoutServer = (store: Store): OutboxParts => ({
  ...store,
  send: async () => ({ kind: 'halt' }),
  askServer: async () => ({ kind: 'halt' }),
  withTabLock: (work) => work(),
});

/** Runs `work` while no other tab sends answers of this profile. */
export const withAnswersLock = <Result>(profile: string, work: () => Promise<Result>): Promise<Result> =>
  withTabLock(`stylebox.answers.${profile}`, work);

const partsOf = (client: QueryClient, profile: string, store: Store): OutboxParts => ({
  ...store,
  send: async (answers) => (isCurrentProfile(profile) ? sendAnswers(client, profile, answers) : { kind: 'halt' }),
  askServer: async () => (isCurrentProfile(profile) ? askServer(client, profile) : { kind: 'halt' }),
  isOver: () => !isCurrentProfile(profile),
  onOver: () => {
    // A screen still shows the customer whose session ended. Sign-in would have dropped their data from the cache.
    if (client.getQueryData(questionnaireQuery.queryKey)?.id === profile) setSessionOver(true);
  },
  refresh: () => client.invalidateQueries({ queryKey: questionnaireQuery.queryKey }),
  // Without locks two tabs may send the same answer twice, which changes nothing.
  withTabLock: (work) => withAnswersLock(profile, work),
  onRefusal: (refs, message) => showRefusal(client, refs, message),
});

/** Tells the customer which questions' answers were not taken, and why, because they may be on another screen by now. */
function showRefusal(client: QueryClient, refs: readonly string[], message: string): void {
  const lists = client.getQueryData(questionnaireQuery.queryKey)?.questions;
  const questions = [...(lists?.questions.flatMap(fieldsOf) ?? []), ...(lists?.delivery_questions ?? [])];
  for (const refused of refs) {
    const title = questions.find(({ ref }) => ref === refused)?.title;
    notice(title === undefined ? message : `“${title}”: ${message}`);
  }
}

/**
 * Whether this browser's session still belongs to this profile. In any tab, the session may have ended or somebody else may
 * have signed in.
 */
const isCurrentProfile = (profile: string) => knownAnswers()?.profile === profile;

/** Asks for the customer's current answers, and puts them into the cache. */
async function askServer(client: QueryClient, profile: string): Promise<ServerAnswers> {
  try {
    const { id, data } = await client.fetchQuery({
      queryKey: ['answers now'],
      queryFn: ({ signal }) => api.get('/style_profiles/{id}', { path: { id: profile }, signal }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
      // The outbox's state shows the failure. A 401 still leads to sign-in.
      meta: { quiet: true, background: true },
    });
    await putInCache(client, id, data);
    return { kind: 'known', responses: data.responses };
  } catch (error) {
    const result = resultOf(error);
    return result.kind === 'halt' ? result : { kind: 'later' };
  }
}

/** Sends answers, and puts the server's new state into the cache. */
async function sendAnswers(client: QueryClient, profile: string, answers: Responses): Promise<SendResult> {
  const mutation = client.getMutationCache().build(client, {
    // The outbox's state shows the failure. A 401 still leads to sign-in.
    meta: { quiet: true },
    networkMode: 'always' as const,
    mutationFn: (responses: Responses) =>
      api.patch('/style_profiles/{id}', { path: { id: profile }, body: { responses }, keepalive: true }),
  });
  try {
    const data = await mutation.execute(answers);
    await putInCache(client, profile, data);
    return { kind: 'taken' };
  } catch (error) {
    return resultOf(error);
  }
}

/** Puts the server's answers of a customer into the cache, and with them how complete the style profile is. */
export async function putInCache(client: QueryClient, profile: string, { responses, stats }: Answers): Promise<void> {
  // Somebody else may have signed in since the call went out.
  if (!isCurrentProfile(profile)) return;
  keepKnown(client, profile, responses);
  await Promise.all([
    setNewer(client, questionnaireQuery.queryKey, (known: Questionnaire | undefined) =>
      known?.id === profile ? { ...known, responses, stats } : known,
    ),
    setNewer(client, statsQuery.queryKey, stats),
  ]);
}

function resultOf(error: unknown): SendResult {
  if (!(error instanceof ApiError)) throw error;
  const outcome = errorsOutcome({ status: error.status });
  if (outcome === 'signed_out') return { kind: 'halt' };
  if (outcome !== 'refused') return { kind: 'later' };
  const message = issuesOf(error)[0]?.message ?? errorsOf(error)[0]?.message ?? '';
  return { kind: 'refused', message };
}

/** Sends unsent answers when the network is back or the page is hidden, and follows what other tabs do with them. */
function sendOnEvents(outbox: AnswerOutbox, profile: string | null): () => void {
  const flush = () => void outbox.flush();
  const hidden = () => document.visibilityState === 'hidden' && flush();
  window.addEventListener('online', flush);
  document.addEventListener('visibilitychange', hidden);
  const follow = () => void outbox.follow();
  const following = profile === null ? [] : [onOtherTab(accountDraft, profile, follow), onKnownElsewhere(follow)];
  return () => {
    window.removeEventListener('online', flush);
    document.removeEventListener('visibilitychange', hidden);
    for (const stop of following) stop();
  };
}
