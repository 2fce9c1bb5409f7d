import { type ReactNode, useState } from 'react';
import type { Store } from '~/api/delivery/locations';
import { usePlace } from '~/api/delivery/postalCodes';
import { FieldMessage } from '~/components/form/FieldMessage';
import { NoStores } from './NoStores';
import { foundStores, ranksOf } from './storeSearch';
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
  const order = ranksOf(searched.place ?? home.place);
  const near = ranksOf(searched.place ?? home.known);
  const { found, isFirstChosen } = foundStores({ stores: shown, search, searched, first, order });

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

/** How far a store is; nothing if that is not known. */
function Distance({ miles }: { miles: number | undefined }) {
  if (miles === undefined) return null;
  const far = miles === 0 ? 'Under 1 mile' : miles === 1 ? '1 mile' : `${miles.toLocaleString('en')} miles`;
  return <span className={styles.miles}>{far}</span>;
}
