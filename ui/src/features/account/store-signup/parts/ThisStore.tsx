import { offeredStores, useLocations } from '~/api/delivery/locations';
import { Link } from '~/lib/router/Link';
import { useTabletStore } from '~/lib/tablet';
import { paths } from '~/paths';
import styles from './storeSignup.module.css';

/** The store that this tablet stands in, with a link to choose another. Its space is reserved until the store is known. */
export function ThisStore() {
  const id = useTabletStore();
  const { data } = useLocations();
  const store = data ? offeredStores(data).find((offered) => offered.id === id) : undefined;
  return (
    <span className={styles.store}>
      {store ? (
        <span>
          {store.name}, {store.address_city}
        </span>
      ) : null}
      {id === null ? null : (
        <Link to={paths.storeLocation}>{store || !data ? 'Not this store?' : 'Which store is this?'}</Link>
      )}
    </span>
  );
}
