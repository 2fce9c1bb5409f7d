import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { ApiError, isAtFields, isUnreached, unauthorized } from '~/api/errors';
import { showNoticesBy } from '~/api/notices';
import { isPickupUnsent } from '~/api/delivery/plannedPickup';
import { setSessionOver } from '~/api/account/sessionEnd';
import { mayBeSignedIn } from '~/api/account/sessions';
import { showError, showFailure } from '~/components/feedback/Toaster';
import { knowsSession } from '~/lib/draft/reload';
import { remember, suspendSession } from '~/lib/memory';
import { finish, tabletStore } from '~/lib/tablet';

/** Whether a call's failure shows no toast. */
const isQuiet = (error: Error, meta: Record<string, unknown> = {}) =>
  meta['quiet'] === true || (meta['saysUnreached'] === true && isUnreached(error));

/** Shows a failure as toasts. The form that made the call gets it first, and may read it out itself. */
const toastAfterForm = (error: ApiError) => setTimeout(() => showFailure(error, { spoken: !isAtFields(error) }));

/**
 * Makes the query client, which handles every failed call: core says which toasts to show and, for a 401, whether the session
 * has ended. `goTo` opens the screen that a customer without a session is sent to. If a call's meta has `saysUnreached`, its
 * screen says itself that there is no network, or works without one.
 */
export function makeQueryClient(goTo: (path: string) => void): QueryClient {
  const failed = (error: Error, quiet = false) => {
    // A bug of our own goes to the error boundary, not into a toast.
    if (!(error instanceof ApiError)) return;
    if (!quiet) toastAfterForm(error);
    const customer = client.getQueryData(accountQuery.queryKey);
    const outcome = unauthorized(error, isPickupUnsent() && customer === undefined);
    if (!outcome) return;
    // The next customer of a store's tablet must not find this one's drafts, and this one cannot sign in: they have no password.
    if (tabletStore() !== null && (outcome.clear_session || customer || mayBeSignedIn())) {
      finish();
      return;
    }
    // The screen stays, and says that the session has ended.
    if (outcome.show_errors && (customer || knowsSession())) setSessionOver(true);
    // The customer's data is dropped when sign-in opens.
    if (outcome.clear_session) suspendSession(customer?.id ?? null);
    if (outcome.remember) remember('redirectTo', outcome.remember);
    if (outcome.redirect) goTo(outcome.redirect);
  };

  showNoticesBy(showError);

  const client = new QueryClient({
    // A quiet call shows its own failures; a 401 still ends the session.
    queryCache: new QueryCache({
      onError: (error, { meta }) => failed(error, isQuiet(error, meta)),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutate, { meta }) => failed(error, isQuiet(error, meta)),
    }),
    defaultOptions: {
      queries: {
        // Without a network a call fails immediately. It is not queued and sent later, when the customer no longer expects
        // it.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Retry only if there was no answer although there is a network: a refusal would be the same again.
        retry: (count, error) => isUnreached(error) && navigator.onLine && count < 2,
        staleTime: 30_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
