import type { Order } from '~/api/orders';
import { DateText } from '~/components/calendar/DateText';
import type { TileDetails } from '~/core';
import styles from './BoxWords.module.css';

/** The text of the tile. */
export function BoxWords({ order, details }: { order: Order | null; details: TileDetails }) {
  const { day, sentences, shows_store } = details;
  return (
    <div className={styles.words}>
      {day ? (
        <p className={styles.date}>
          {day.label} <DateText date={day.date} />
        </p>
      ) : null}
      {sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null}
      {order && shows_store ? <Store order={order} /> : null}
    </div>
  );
}

function Store({ order }: { order: Order }) {
  const store = order.assigned_location;
  if (!store) return null;
  return (
    <address className={styles.store}>
      {store.name}
      <br />
      {store.address_line_1}
      <br />
      {store.address_city}, {store.address_state} {store.address_postal_code}
    </address>
  );
}
