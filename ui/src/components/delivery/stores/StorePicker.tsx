import { type ReactNode, useState } from 'react';
import type { Store } from '~/api/delivery/locations';
import { usePlace } from '~/api/delivery/postalCodes';
import type { PostalCodePlace } from '~/api/schema.gen';
import { FieldMessage } from '~/components/form/FieldMessage';
import { storesFound } from '~/core';
import { NoStores } from './NoStores';
import styles from './StorePicker.module.css';
import { useHome } from './useHome';

interface StorePickerProps {
  id: string;
  legend: ReactNode;
  hint?: string | undefined;
  /** Null until they are loaded. */
  stores: readonly Store[] | null;
  /** The label of the chosen store. */
  value: string | null;
  onChange: (label: string) => void;
  message?: string | undefined;
  /** Loads the stores again, if they could not be loaded. */
  onRetry?: () => void;
  /** What to offer if there is no store at all. */
  instead?: ReactNode;
}

/**
 * A list of stores to choose from, with a search by name, city, state and ZIP code. The stores nearest to the searched ZIP
 * code, or to the customer's, come first. If the place of that ZIP code is not known, the stores are sorted by name.
 */
export function StorePicker({
  id,
  legend,
  hint,
  stores,
  value,
  onChange,
  message,
  onRetry,
  instead,
}: StorePickerProps) {
  const [search, setSearch] = useState('');
  // The store that is chosen when the list opens comes first, so that it is visible without scrolling.
  const [first] = useState(value);
  const home = useHome(stores !== null);
  const shown = home.isDecided ? stores : null;
  const searched = usePlace(search);
  const order = ranks(searched.place ?? home.place);
  const near = ranks(searched.place ?? home.known);
  const rank = (store: Store) =>
    store.label === first && !searched.place ? -1 : (order.get(store.id)?.rank ?? order.size);
  const matching = shown ? findStores(shown, search) : [];
  // A ZIP code finds all stores. While it is looked up, the list does not say that there is none.
  const isAll = searched.place !== null || (searched.looking && matching.length === 0);
  const found = (isAll ? (shown ?? []) : matching).toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'),
  );
  // The chosen store stands above nearer ones.
  const isFirstChosen = found[0]?.label === first && !searched.place && order.get(found[0].id)?.rank !== 0;

  return (
    <fieldset
      id={id}
      tabIndex={-1}
      role="radiogroup"
      className={styles.picker}
      aria-required
      aria-invalid={message !== undefined}
      aria-describedby={hint ? `${id}-hint ${id}-message` : `${id}-message`}
    >
      <legend className={styles.legend}>
        {legend}
        <span aria-hidden="true"> *</span>
      </legend>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles.frame}>
        <div className={styles.search}>
          <label htmlFor={`${id}-search`}>Find by city, state or ZIP</label>
          <input
            id={`${id}-search`}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <p className={styles.count} role="status">
            {shown === null ? null : found.length === 1 ? '1 store' : `${found.length} stores`}
            {order.size > 0 && found.length > 1
              ? isFirstChosen
                ? ', yours first, then the nearest'
                : ', nearest first'
              : null}
          </p>
        </div>
        <div className={styles.list}>
          {found.map((store) => (
            <label key={store.id} className={styles.store}>
              <input
                type="radio"
                name={id}
                value={store.label}
                checked={store.label === value}
                onChange={() => onChange(store.label)}
                className={styles.control}
              />
              <span className={styles.name}>{store.name}</span>
              <span className={styles.place}>
                {store.address_city}, {store.address_state}
                <Distance miles={near.get(store.id)?.miles} />
              </span>
            </label>
          ))}
          {found.length === 0 ? (
            <NoStores
              search={search}
              stores={shown}
              showAll={() => setSearch('')}
              onRetry={onRetry}
              instead={instead}
            />
          ) : null}
        </div>
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </fieldset>
  );
}

/** The stores of a place by their distance. */
const ranks = (place: PostalCodePlace | null) =>
  new Map(place?.stores.map((store, rank) => [store.id, { ...store, rank }]));

/** How far a store is; nothing if that is not known. */
function Distance({ miles }: { miles: number | undefined }) {
  if (miles === undefined) return null;
  const far = miles === 0 ? 'Under 1 mile' : miles === 1 ? '1 mile' : `${miles.toLocaleString('en')} miles`;
  return <span className={styles.miles}>{far}</span>;
}

/** The stores that core's search finds. */
function findStores(stores: readonly Store[], search: string): Store[] {
  const found = new Set(storesFound({ search, stores: [...stores] }));
  return stores.filter(({ id }) => found.has(id));
}
