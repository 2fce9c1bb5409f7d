import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { finishSignOut } from '~/api/client';
import type { Questionnaire } from '~/api/style/questionnaire';
import { hasUnsent } from '~/lib/draft/reload';
import { basePath } from '~/paths';
import { isPrefetchFree } from '~/lib/metered';
import { questionnairePath } from '~/lib/questionnairePath';

/** Starts the page's background work. Call it once the page is idle. Returns whether a service worker was started. */
export async function startBackground(client: QueryClient): Promise<boolean> {
  sendAnswersOnceSignedIn(client);
  retrySignOut();
  return startWorker(client);
}

const signOutRetryMs = 30_000;

/**
 * Tells the server of a sign-out that it does not know of yet, when the network is back and every 30 seconds, because
 * browsers do not always notice that it is back.
 */
function retrySignOut(): void {
  window.addEventListener('online', finishSignOut);
  document.addEventListener('visibilitychange', finishSignOut);
  setInterval(finishSignOut, signOutRetryMs);
}

/** Sends the unsent answers in this browser as soon as the customer's record is loaded, on any screen. */
export function sendAnswersOnceSignedIn(client: QueryClient): void {
  const send = () => {
    if (client.getQueryData(accountQuery.queryKey) === undefined || !hasUnsent()) return;
    // If they cannot be sent, or the code cannot be loaded, the answers stay in the storage until the record is loaded again.
    void import('~/api/style/answers')
      .then(({ sendWaitingAnswers }) => sendWaitingAnswers(client))
      .catch(() => undefined);
  };
  send();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === accountQuery.queryKey[0]) send();
  });
}

/** The worker's messages (`ui/worker/serviceWorker.ts`). */
type Message = { type: 'which version' } | { type: 'changed'; path: string };

/** The script that started this page. Its name changes with each version. A page from Vite's development server has none. */
const entryScript = () => document.querySelector<HTMLScriptElement>(`script[type=module][src*="${basePath}/assets/"]`);

/**
 * Starts the service worker, which caches the page and the API's public data, so that the page opens without a network. It
 * caches the whole page if that costs the customer nothing, otherwise only the visited screens.
 */
async function startWorker(client: QueryClient): Promise<boolean> {
  const script = entryScript();
  if (!script || !('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  const version = new URL(script.src).pathname;
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Message>) => {
    if (data.type === 'which version') ports[0]?.postMessage(version);
    else refetchChanged(client, data.path);
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener('controllerchange', () => sendWhatToCache(serviceWorker.controller));
  try {
    const registration = await serviceWorker.register(`${basePath}/service-worker.js`);
    offerTakeOver(registration);
    sendWhatToCache((await serviceWorker.ready).active);
    return true;
  } catch {
    // In a browser that forbids workers, the page works without one.
    return false;
  }
}

/** Whether this questionnaire may have come from the worker: it is a visitor's, or was recalled without a network. */
const isPublicQuestionnaire = (questionnaire: Questionnaire | undefined) =>
  questionnaire?.id === null || questionnaire?.isRecalled === true;

/**
 * Asks again for public data that has changed since the worker cached it. A customer's own questionnaire comes from the server.
 */
export function refetchChanged(client: QueryClient, path: string): void {
  void client.invalidateQueries({
    predicate: ({ meta, queryKey, state }) =>
      meta?.['public'] === true ||
      (path === questionnairePath &&
        queryKey[0] === 'questionnaire' &&
        isPublicQuestionnaire(state.data as Questionnaire | undefined)),
  });
}

const takeOverRetryMs = 15_000;

/**
 * Lets a newer worker take over from the older one once no page of the older version is open. The worker is asked repeatedly,
 * because a page may have been too busy to answer it before.
 */
function offerTakeOver(registration: ServiceWorkerRegistration): void {
  const offer = () => registration.waiting?.postMessage({ type: 'take over' });
  offer();
  setInterval(offer, takeOverRetryMs);
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

/** Tells the worker what to cache. */
function sendWhatToCache(worker: ServiceWorker | null): void {
  const visited = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
  worker?.postMessage(isPrefetchFree() ? { type: 'keep everything' } : { type: 'keep', urls: visited });
}
