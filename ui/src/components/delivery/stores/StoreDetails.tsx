import { useQuery } from '@tanstack/react-query';
import { readyDateQuery, type Store } from '~/api/delivery/locations';
import { storeAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { DateText } from '~/components/calendar/DateText';
import styles from './StoreDetails.module.css';

interface StoreDetailsProps {
  store: Store | null;
  /** Whether to say when a box can be picked up there. */
  forPickup?: boolean;
}

/**
 * The chosen store: its address, its hours, and when a box can be ready there. Its space is reserved until a store is chosen.
 */
export function StoreDetails({ store, forPickup = true }: StoreDetailsProps) {
  return (
    <section className={styles.details} aria-label="Your store">
      {store === null ? (
        <p className={styles.empty}>Its address and hours show here once you choose one.</p>
      ) : (
        <>
          <address className={styles.address}>
            <strong>{store.name}</strong>
            <span>
              <AddressText address={storeAddress(store)} />
            </span>
          </address>
          <dl className={styles.hours}>
            {store.opening_hours.map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
          {forPickup ? <ReadyDate store={store} /> : null}
        </>
      )}
    </section>
  );
}

function ReadyDate({ store }: { store: Store }) {
  const { data: date, isError, refetch } = useQuery(readyDateQuery(store.id));
  return (
    <p className={styles.ready} role="status">
      {date === undefined && isError ? (
        <>
          We could not find out when your box can be ready.{' '}
          <button type="button" className={styles.again} onClick={() => void refetch()}>
            Try again
          </button>
        </>
      ) : date === undefined ? (
        'Finding out when your box can be ready…'
      ) : date === null ? (
        'No day is open here right now. Please choose another store.'
      ) : (
        <>
          Expected to be ready from <DateText date={date} />
        </>
      )}
    </p>
  );
}
