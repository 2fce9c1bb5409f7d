// The service worker: after one visit, the page opens without a network. It is built as a program of its own. It fetches everything
// for its caches without a session, so that they contain nothing about a customer.
import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { isPrefetchFree } from '~/lib/metered';
import { questionnairePath } from '~/lib/questionnairePath';
import { keepAnonymous, onlyFound, tellChanges } from './plugins';
import { isPicture, isPublicPath, isPublicRead, publicPaths } from './reads';

declare const self: ServiceWorkerGlobalScope;

const root = '/members/';
const product = 'stylebox';
// `BUILD` is used only here, because the build inserts the whole list at each use.
const { version, entry, shell, files: others } = BUILD;

/** If the network takes longer to answer with a document, the worker answers from the cache. */
const networkTimeoutSeconds = 5;

/** How long the worker waits for the open pages to say which version they are. */
const answerTimeoutMs = 1_000;

// A cache of another version is never read.
setCacheNameDetails({ prefix: product, precache: 'shell', suffix: version });
const filesCache = `${product}-files-${version}`;
const readsCache = `${product}-reads-${version}`;

precacheAndRoute([...shell], { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });

// A newer server sends a newer document. Its files are not in this version's caches, so they come from the network, and versions are
// never mixed. Without a network every screen gets the shell, in which the page draws it.
const network = new NetworkOnly({ networkTimeoutSeconds });
registerRoute(
  new NavigationRoute(async (options) => {
    try {
      const response = await network.handle(options);
      // A proxy's answer while its server is down counts as no answer. Plugins do not see preloaded answers, so this checks them.
      if (response.status < 500) return response;
      throw new Error(`The server answered ${response.status}.`);
    } catch {
      return (await matchPrecache(`${root}index.html`)) ?? Response.error();
    }
  }),
);

const names = new Set(others);
const files = new CacheFirst({ cacheName: filesCache, plugins: [onlyFound], matchOptions: { ignoreVary: true } });
registerRoute(({ url, sameOrigin }) => sameOrigin && names.has(url.pathname), files);

const publicReads = new StaleWhileRevalidate({
  cacheName: readsCache,
  plugins: [keepAnonymous, tellChanges],
  matchOptions: { ignoreVary: true },
});
registerRoute(({ url, sameOrigin, request }) => sameOrigin && isPublicRead(url, request), publicReads);

const pictures = new CacheFirst({
  cacheName: readsCache,
  plugins: [keepAnonymous],
  matchOptions: { ignoreVary: true },
});
registerRoute(({ url, sameOrigin }) => sameOrigin && isPicture(url), pictures);

/** How long public data wait, so that a slow network answers the customer's own calls first. */
const customersFirstMs = 2_000;

/** The paths that were fetched after a customer's own call since the worker started. */
const refreshed = new Set<string>();

// A customer's call goes to the server unchanged. If its path is public, the worker fetches it later without the session, and again only
// if that costs nothing.
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || !isPublicPath(url) || isPublicRead(url, event.request)) return;
  const isStale = !refreshed.has(url.pathname) && isPrefetchFree();
  if (isStale) refreshed.add(url.pathname);
  event.waitUntil(later().then(() => keep(event, url.pathname, isStale)));
});

const later = () => new Promise((resolve) => setTimeout(resolve, customersFirstMs));

self.addEventListener('activate', (event) => event.waitUntil(begin()));

/** The caches of older versions, as this worker found them when it took over. */
let olderCaches: readonly string[] = [];

async function begin(): Promise<void> {
  const own = new Set([cacheNames.precache, filesCache, readsCache]);
  const all = await caches.keys();
  olderCaches = all.filter((name) => name.startsWith(`${product}-`) && !own.has(name));
  await deleteOlderCaches();
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

const deleteOlderCaches = () => Promise.all(olderCaches.map((name) => caches.delete(name)));

self.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown; urls?: unknown } | null;
  if (message?.type === 'keep' && Array.isArray(message.urls))
    event.waitUntil(keepAll(event, message.urls.map(String)));
  if (message?.type === 'keep everything') event.waitUntil(keepEverything(event));
  if (message?.type === 'take over') event.waitUntil(takeOver());
});

/** Fetches missing paths one by one, so that the customer's own calls come first. */
async function keepAll(event: ExtendableEvent, paths: readonly string[]): Promise<void> {
  for (const path of paths) await keep(event, path);
  // A fetch of an older worker that ended after this one took over may have created its cache again.
  await deleteOlderCaches();
}

/** Caches a file of this version or public data, if it is missing or must be fetched `again`. */
async function keep(event: ExtendableEvent, path: string, again = false): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const strategy = names.has(url.pathname) ? files : isPicture(url) ? pictures : isPublicPath(url) ? publicReads : null;
  if (strategy === null) return;
  const request = new Request(url, { credentials: 'omit' });
  const cache = await caches.open(strategy.cacheName);
  if (!again && (await cache.match(request, { ignoreVary: true }))) return;
  const [, done] = strategy.handleAll({ request, event });
  // Without a network it is cached another time.
  await done.catch(() => undefined);
}

async function keepEverything(event: ExtendableEvent): Promise<void> {
  await keepAll(event, others);
  await keepAll(event, publicPaths);
  await keepAll(event, await quizPictures());
}

/** The pictures of the quiz's questions, and of its cards. */
async function quizPictures(): Promise<string[]> {
  const cache = await caches.open(readsCache);
  const questionnaire = await (await cache.match(questionnairePath, { ignoreVary: true }))?.json();
  const { questions, shuffle } = (questionnaire?.questions ?? {}) as Record<string, unknown>;
  return [...new Set(JSON.stringify([questions, shuffle]).match(/\/api\/product_images\/[\w.-]+/g))];
}

/** Replaces an older version as soon as no page of it is open. */
async function takeOver(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = windows.filter(({ url }) => new URL(url).pathname.startsWith(root));
  const entries = await Promise.all(pages.map(entryOf));
  if (entries.every((each) => each === entry)) await self.skipWaiting();
}

/** The script that started a page; null if the page does not say. */
function entryOf(page: Client): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
    port1.start();
    setTimeout(() => resolve(null), answerTimeoutMs);
    page.postMessage({ type: 'which version' }, [port2]);
  });
}
