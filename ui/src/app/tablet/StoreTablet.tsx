import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '~/api/account/record';
import { useLocations } from '~/api/delivery/locations';
import { ReloadButton } from '~/components/feedback/ReloadButton';
import { Button } from '~/components/form/Button';
import { useLoaded } from '~/lib/useLoaded';
import { leave } from './leave';
import { StillThere } from './StillThere';
import styles from './StoreTablet.module.css';
import { useIdle } from './useIdle';
import { usePhoneLink } from './usePhoneLink';

const loadPhoneDialog = () => import('./PhoneDialog');

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
      {secondsLeft === null ? null : <StillThere secondsLeft={secondsLeft} onStay={stay} />}
    </>
  );
}

function TabletBar({ store }: { store: string }) {
  const { data: account } = useQuery(accountQuery);
  const { data: stores } = useLocations();
  const [isHandingOver, setIsHandingOver] = useState(false);
  const phone = usePhoneLink();
  // Once the code was used, the dialog says so, even if the customer had closed it.
  const isShown = isHandingOver || phone.isUsed;
  const dialog = useLoaded(loadPhoneDialog, isShown);
  const name = stores?.find(({ id }) => id === store)?.name;
  return (
    <aside className={styles.bar} aria-label="The store’s tablet">
      <p className={styles.store}>
        {dialog.isFailed ? null : name}
        <span role="status">{dialog.isFailed ? 'Your code did not load. We try again.' : null}</span>
      </p>
      {dialog.isFailed ? <ReloadButton /> : null}
      {account?.registered_in_store ? (
        <Button
          variant="quiet"
          onClick={() => {
            setIsHandingOver(true);
            phone.make();
          }}
        >
          Use my phone
        </Button>
      ) : null}
      <Button variant="quiet" onClick={leave}>
        Finish
      </Button>
      {isShown && dialog.code ? <dialog.code.default phone={phone} onClose={() => setIsHandingOver(false)} /> : null}
    </aside>
  );
}
