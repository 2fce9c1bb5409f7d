import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '~/api/account';
import { useLocations } from '~/api/locations';
import { Button } from '~/components/form/Button';
import { finish } from '~/lib/tablet';
import styles from './StoreTablet.module.css';
import { useIdle } from './useIdle';

const StillThere = lazy(() => import('./StillThere'));
const PhoneDialog = lazy(() => import('./PhoneDialog'));

interface StoreTabletProps {
  /** The id of the store; empty if it is not known yet. */
  store: string;
  isSignedIn: boolean;
}

/** What a store's tablet adds to every screen: a bar for the customer, and the question whether they are still there. */
export default function StoreTablet({ store, isSignedIn }: StoreTabletProps) {
  const { secondsLeft, stay } = useIdle(isSignedIn);
  return (
    <>
      {isSignedIn ? <TabletBar store={store} /> : null}
      <Suspense fallback={null}>
        {secondsLeft === null ? null : <StillThere secondsLeft={secondsLeft} onStay={stay} />}
      </Suspense>
    </>
  );
}

function TabletBar({ store }: { store: string }) {
  const { data: account } = useQuery(accountQuery);
  const { data: stores } = useLocations();
  const [isHandingOver, setIsHandingOver] = useState(false);
  const name = stores?.find(({ id }) => id === store)?.name;
  return (
    <aside className={styles.bar} aria-label="The store’s tablet">
      <p className={styles.store}>{name}</p>
      {account?.registered_in_store ? (
        <Button variant="quiet" onClick={() => setIsHandingOver(true)}>
          Use my phone
        </Button>
      ) : null}
      <Button variant="quiet" onClick={finish}>
        Finish
      </Button>
      <Suspense fallback={null}>
        {isHandingOver ? <PhoneDialog onClose={() => setIsHandingOver(false)} /> : null}
      </Suspense>
    </aside>
  );
}
