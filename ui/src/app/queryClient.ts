import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showError } from '~/components/feedback/Toaster';
import { accountQuery } from '~/api/account';
import { ApiError, presentation, unauthorized } from '~/api/errors';
import { remember, suspendSession } from '~/lib/memory';

/**
 * Where every failed call arrives: core says which toasts it raises and, for a 401, whether the session is over.
 * `goTo` opens the screen that a customer without a session is sent to.
 */
export function makeQueryClient(goTo: (path: string) => void): QueryClient {
  const failed = (error: Error, quiet = false) => {
    // A fault of our own making is for the error boundary, not for a toast.
    if (!(error instanceof ApiError)) return;
    if (!quiet) for (const text of presentation(error).toasts) showError(text);
    const outcome = unauthorized(error);
    if (!outcome) return;
    // What was loaded goes as sign-in opens.
    if (outcome.clear_session) suspendSession(client.getQueryData(accountQuery.queryKey)?.id ?? null);
    if (outcome.remember) remember('redirectTo', outcome.remember);
    if (outcome.redirect) goTo(outcome.redirect);
  };

  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => failed(error) }),
    mutationCache: new MutationCache({
      // A quiet call words its own failures; that a session is over still counts.
      onError: (error, _variables, _onMutate, mutation) => failed(error, mutation.meta?.['quiet'] === true),
    }),
    defaultOptions: {
      queries: {
        // A call that cannot be made fails at once and says so: nothing waits in silence, to be done when nobody expects it.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A call that never got an answer may be asked again; one that was refused would be refused again.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 2,
        staleTime: 30_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
