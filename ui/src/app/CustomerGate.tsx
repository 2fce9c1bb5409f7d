import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountQuery } from '~/api/account/record';
import { ApiError, isUnreached, unauthorized } from '~/api/errors';
import { useMayBeSignedIn } from '~/api/account/sessions';
import { statusQuery } from '~/api/status';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import type { Screen } from '~/components/layout/screen';
import { sessionIsPublicRoute, sessionLoadsCustomer } from '~/core';
import { knowsSession } from '~/lib/draft/reload';
import { useHandles, useLocation } from '~/lib/router/hooks';
import styles from './CustomerGate.module.css';

/**
 * Loads the customer's record and the server's clock before a screen that needs them, if core says so. After a 401 the query
 * client opens sign-in; on a public screen a 401 just means that nobody is signed in. Without a network, a screen that works
 * offline opens without the record. If the record cannot be loaded again, an open screen stays, with what is typed there.
 */
export function CustomerGate({ children }: { children: ReactNode }) {
  const { pathname: path } = useLocation();
  const isPublic = sessionIsPublicRoute(path);
  const signedIn = useMayBeSignedIn();
  const worksOffline = useHandles().some((handle) => (handle as Handle | undefined)?.worksOffline === true);
  // On a public screen there is nothing to load if this browser holds no session.
  const loads = sessionLoadsCustomer(path) && (!isPublic || signedIn);
  const account = useQuery({ ...accountQuery, enabled: loads });
  const status = useQuery({ ...statusQuery, enabled: loads });

  if (!loads) return children;
  const { error } = account;
  // The first failure is enough: the calls are tried again while the screen is shown.
  const isOffline = [account, status].some(({ failureReason }) => isUnreached(failureReason));
  if (worksOffline && isOffline && knowsSession()) return children;
  if (error && !(isPublic && error instanceof ApiError && error.status === 401)) {
    // Only whether there is a redirect matters here.
    const leaving = error instanceof ApiError && unauthorized(error, false)?.redirect;
    if (leaving) return null;
    if (account.data === undefined) return <Unreached retry={() => void account.refetch()} />;
  }
  if (status.isError && status.data === undefined) return <Unreached retry={() => void status.refetch()} />;
  if (account.isPending || status.isPending) return null;
  return children;
}

type Handle = Pick<Screen, 'worksOffline'>;

function Unreached({ retry }: { retry: () => void }) {
  return (
    <main id="main" className={styles.unavailable}>
      <PageTitle>We can’t reach your account right now</PageTitle>
      <p>Nothing is lost. Please try again in a moment.</p>
      <Button onClick={retry}>Try again</Button>
    </main>
  );
}
