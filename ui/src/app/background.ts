import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { finishSignOut } from '~/api/client';
import type { Questionnaire } from '~/api/quiz/questionnaire';
import { hasUnsent } from '~/lib/draft/reload';
import { basePath } from '~/paths';
import { isFree } from './prefetch';

/** What the page does behind its screens, once it is idle. Answers whether a service worker keeps the files of all screens. */
export async function startBackground(client: QueryClient): Promise<boolean> {
  sendKeptAnswers(client);
  retrySignOut();
  return startWorker(client);
}

const signOutRetryMs = 30_000;

/** Tells the server of a sign-out that it does not know of yet, as soon as that may help. Not every network says that it is back. */
function retrySignOut(): void {
  window.addEventListener('online', finishSignOut);
  document.addEventListener('visibilitychange', finishSignOut);
  setInterval(finishSignOut, signOutRetryMs);
}

/** Sends the answers that wait in this browser as soon as it is known who is signed in, on whichever screen they are. */
export function sendKeptAnswers(client: QueryClient): void {
  const send = () => {
    if (client.getQueryData(accountQuery.queryKey) === undefined || !hasUnsent()) return;
    // Without a network they stay where they are, until the server answers again.
    void import('~/api/quiz/answers').then(({ sendKept }) => sendKept(client)).catch(() => undefined);
  };
  send();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === accountQuery.queryKey[0]) send();
  });
}

/** The worker's messages (`ui/worker/serviceWorker.ts`). */
type Message = { type: 'which version' } | { type: 'changed'; path: string };

/** The script that started this page: its name changes with each version. A page that Vite serves has none. */
const entry = () => document.querySelector<HTMLScriptElement>(`script[type=module][src*="${basePath}/assets/"]`);

/**
 * Starts the service worker, once the page is idle. It keeps the page and what everybody can read of the API, so that the page
 * opens without a network: all of it if that costs nothing, else what was visited.
 */
async function startWorker(client: QueryClient): Promise<boolean> {
  const script = entry();
  if (!script || !('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  const version = new URL(script.src).pathname;
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Message>) => {
    if (data.type === 'which version') ports[0]?.postMessage(version);
    else refetchChanged(client, data.path);
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener('controllerchange', () => keep(serviceWorker.controller));
  try {
    const registration = await serviceWorker.register(`${basePath}/service-worker.js`);
    offerPlace(registration);
    keep((await serviceWorker.ready).active);
    return true;
  } catch {
    // A browser that forbids workers shows the page as before.
    return false;
  }
}

const isEverybodys = (questionnaire: Questionnaire | undefined) =>
  questionnaire?.id === null || questionnaire?.isRecalled === true;

/** What everybody can read has changed behind what the worker answered. A customer's own questionnaire comes from the server. */
export function refetchChanged(client: QueryClient, path: string): void {
  void client.invalidateQueries({
    predicate: ({ meta, queryKey, state }) =>
      meta?.['public'] === true ||
      (path === '/api/questionnaire' &&
        queryKey[0] === 'questionnaire' &&
        isEverybodys(state.data as Questionnaire | undefined)),
  });
}

/** A newer worker takes the place of the older one once no page of the older version is open. */
function offerPlace(registration: ServiceWorkerRegistration): void {
  const offer = () => registration.waiting?.postMessage({ type: 'take over' });
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

function keep(worker: ServiceWorker | null): void {
  const visited = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
  worker?.postMessage(isFree() ? { type: 'keep everything' } : { type: 'keep', urls: visited });
}
