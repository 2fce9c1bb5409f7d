import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { accountQuery } from '~/api/account';
import { useMayBeSignedIn } from '~/api/sessions';
import rail from '~/assets/scenes/rail.svg';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { becomeTablet } from '~/lib/tablet';
import { Registered } from '../parts/Registered';
import { SignupForm } from '../parts/SignupForm';
import { ThisStore } from '../parts/ThisStore';

/** Signs up on a store's tablet, then says where the link for a password went. */
export default function StoreSignup() {
  useEffect(becomeTablet, []);
  const state = useLocation().state as { isRegistered?: boolean } | null;
  // By the history, so that a reload shows it again. Without the session it is nobody's any more.
  const isRegistered = useMayBeSignedIn() && state?.isRegistered === true;
  const account = useQuery({ ...accountQuery, enabled: isRegistered });
  if (isRegistered && account.isPending) return null;
  return (
    <Spread picture={<Scene src={rail} />}>
      {isRegistered && account.data ? (
        <Registered account={account.data} />
      ) : (
        <>
          <PageTitle
            eyebrow={<ThisStore />}
            lead="Create an account to save your answers and be matched with a stylist. We e-mail you a link to choose a password later."
          >
            Let&apos;s Do Intros
          </PageTitle>
          <SignupForm />
        </>
      )}
    </Spread>
  );
}
