import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Toaster } from '~/components/feedback/Toaster';
import { RouterProvider } from '~/lib/router/RouterProvider';
import { Arrival } from './Arrival';
import { ErrorScreen } from './ErrorScreen';
import { FirstLoad } from './Root';
import type { makeRouter } from './router';

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof makeRouter>;
  /** Called once, when the first screen reacts to input. */
  onReady?: () => void;
}

/** The whole page: data, screens, toasts. */
export function App({ client, router, onReady }: AppProps) {
  const reportReady = useEffectEvent(() => onReady?.());
  useEffect(() => reportReady(), []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} FirstLoad={FirstLoad} Failed={ErrorScreen}>
        <Arrival />
      </RouterProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
