import type { WorkboxPlugin } from 'workbox-core';

declare const self: ServiceWorkerGlobalScope;

/** Caches only answers with the status 200. */
export const onlyFound: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
};

/**
 * Fetches without the session, so that nothing about a customer is ever cached. The version of the server's rules is removed from the
 * cached answer, because it must always be the server's current one.
 */
export const keepAnonymous: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request.url, { headers: request.headers, credentials: 'omit' }),
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const headers = new Headers(response.headers);
    headers.delete('X-Rules-Version');
    return new Response(await response.blob(), { status: 200, headers });
  },
};

/** Tells the pages if an answer that they got from the cache has changed on the server. */
export const tellChanges: WorkboxPlugin = {
  cacheDidUpdate: async ({ oldResponse, newResponse, request }) => {
    if (!oldResponse || (await oldResponse.clone().text()) === (await newResponse.clone().text())) return;
    const path = new URL(request.url).pathname;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only pages of this origin are clients.
    for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ type: 'changed', path });
  },
};
