import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { Toaster } from '~/components/feedback/Toaster';
import type { makeRouter } from './router';

/** The whole page: data, screens, toasts. */
export function App({ client, router }: { client: QueryClient; router: ReturnType<typeof makeRouter> }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
