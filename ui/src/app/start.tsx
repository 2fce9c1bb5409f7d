import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { statusQuery } from '~/api/status';
import { prepareToasts } from '~/components/feedback/Toaster';
import { App } from './App';
import { prepareReloadOffer } from './NewerPage';
import { prefetch } from './prefetch';
import { makeQueryClient } from './queryClient';
import { makeRouter, screens } from './router';

/** Renders the page into `root`. */
export function start(root: HTMLElement): void {
  const client = makeQueryClient((to) => void router.navigate(to, { replace: true }));
  const router = makeRouter();
  void client.prefetchQuery(statusQuery);
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
  prefetch([prepareToasts, prepareReloadOffer, ...screens.map(({ load }) => load)]);
}
