import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '~/api/account/record';
import { ApiError } from '~/api/errors';
import { useMayBeSignedIn } from '~/api/account/sessions';
import rail from '~/assets/scenes/rail.svg';
import { Unavailable } from '~/components/feedback/Unavailable';
import { ForVisitors } from '~/components/screens/onward/ForVisitors';
import { usePathOnward } from '~/components/screens/onward/onward';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { useLocation } from '~/lib/router/hooks';
import { becomeTablet } from '~/lib/tablet';
import { Registered } from '../parts/Registered';
import { SignupForm } from '../parts/SignupForm';
import { ThisStore } from '../parts/ThisStore';

/** Signs a customer up on a store's tablet, then says where the link for a password was sent. */
export default function StoreSignup() {
  const pathOnward = usePathOnward();
  const isSignedIn = useMayBeSignedIn();
  const state = useLocation().state as { isRegistered?: boolean } | null;
  // The browser's history keeps this over a reload. It is valid only as long as the session lasts.
  const isRegistered = isSignedIn && state?.isRegistered === true;
  const account = useQuery({ ...accountQuery, enabled: isSignedIn });
  const isRefused = account.error instanceof ApiError && account.error.status === 401;
  // The device of a signed-in customer does not become a tablet.
  const isVisitor = !isSignedIn || isRefused;
  useEffect(() => {
    if (isVisitor) becomeTablet();
  }, [isVisitor]);
  if (isRegistered && account.isPending) return null;
  return (
    <Spread picture={<Scene src={rail} />}>
      {isRegistered && account.isError && !isRefused && !account.data ? (
        <Unavailable title="We can’t reach your account right now" retry={() => void account.refetch()} />
      ) : isRegistered && account.data ? (
        <Registered account={account.data} />
      ) : (
        <ForVisitors onward={pathOnward}>
          <PageTitle
            eyebrow={<ThisStore />}
            lead="Create an account to save your answers and be matched with a stylist. We email you a link to choose a password later."
          >
            Let&apos;s Do Intros
          </PageTitle>
          <SignupForm />
        </ForVisitors>
      )}
    </Spread>
  );
}
