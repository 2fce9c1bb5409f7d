import type { Order } from '~/api/orders';
import { DateText } from '~/components/calendar/DateText';
import { messagesText, type Tile } from '~/core';
import styles from './BoxWords.module.css';

/** The text of the tile. */
export function BoxWords({ order, tile }: { order: Order | null; tile: Tile }) {
  return <div className={styles.words}>{order ? <Words order={order} tile={tile} /> : <NoBox />}</div>;
}

const NoBox = () => <p>There is no box under way just now.</p>;

function Words({ order, tile }: { order: Order; tile: Tile }) {
  const arrival = order.expected_delivery_date ?? order.ship_by_date;
  const arrives = arrival ? <DateText date={arrival} /> : null;
  switch (tile.kind) {
    case 'scheduled':
      return (
        <>
          {arrives ? <p className={styles.date}>Arriving {arrives}</p> : null}
          <p>
            Your stylist has your profile and starts soon.
            {tile.actions.includes('cancel') ? ` ${messagesText('can_still_cancel')}` : null}
          </p>
        </>
      );
    case 'placed':
      return (
        <>
          {arrives ? <p className={styles.date}>To pick up {arrives}</p> : null}
          <Store order={order} />
        </>
      );
    case 'being_styled':
      return (
        <>
          {arrives ? (
            <p className={styles.date}>
              {order.customer_pick_up ? 'To pick up' : 'Arriving'} {arrives}
            </p>
          ) : null}
          <p>Your stylist is going along the rails for you, piece by piece.</p>
        </>
      );
    case 'on_its_way':
      return (
        <>
          {arrives ? <p className={styles.date}>Arriving {arrives}</p> : null}
          <p>Packed, sealed and sent. Shipping is free, there and back.</p>
        </>
      );
    case 'ready_to_go':
      return (
        <>
          <p>It waits for you at the store.</p>
          <Store order={order} />
        </>
      );
    case 'time_to_check_out':
      return (
        <>
          {order.checkout_by_date ? (
            <p className={styles.date}>
              Decide by <DateText date={order.checkout_by_date} />
            </p>
          ) : null}
          <p>Try everything on at home, with what you have. Then say what you keep, exchange and return.</p>
        </>
      );
    case 'checkout_complete':
      return (
        <>
          {tile.return_by ? (
            <p className={styles.date}>
              Return by <DateText date={tile.return_by} />
            </p>
          ) : null}
          <p>
            {order.customer_pick_up
              ? 'Bring what you did not keep back to the store.'
              : 'Send back what you did not keep, in the prepaid envelope that came with the box.'}
          </p>
        </>
      );
    case 'return_shipped':
      return <p>What you sent back is on its way to us.</p>;
    case 'return_received':
      return <p>What you sent back has arrived. We are looking it over.</p>;
    case 'order_a_box':
      return <NoBox />;
  }
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
