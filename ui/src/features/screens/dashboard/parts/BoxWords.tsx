import type { Order } from '~/api/order/orders';
import { storeAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { StoreMapLink } from '~/components/delivery/stores/StoreMapLink';
import { DateText } from '~/components/calendar/DateText';
import { Deadline } from '~/components/calendar/Deadline';
import { ChargeLine } from '~/components/payment/charge/ChargeLine';
import { ParcelLine } from '~/components/delivery/ParcelLine';
import { type ChargeKind, messagesText, type TileDetails, type TileKind } from '~/core';
import styles from './BoxWords.module.css';

interface BoxWordsProps {
  order: Order | null;
  kind: TileKind;
  details: TileDetails;
}

/** The probable next charge by kind of tile; null if there is probably none before the box is delivered. */
const charged: Partial<Record<TileKind, ChargeKind | null>> = {
  scheduled: 'styling_fee',
  placed: 'styling_fee',
  being_styled: null,
  on_its_way: null,
  ready_to_go: null,
  time_to_check_out: 'purchase',
  return_shipped: null,
  return_received: 'purchase',
  return_closed: 'purchase',
};

/** The text of the tile. */
export function BoxWords({ order, kind, details }: BoxWordsProps) {
  const { day, sentences, shows_store } = details;
  const expects = charged[kind];
  const parcel = order ? parcelOf(order, kind) : null;
  return (
    <div className={styles.words}>
      {day ? (
        <p className={styles.date}>
          {day.label} {day.is_deadline ? <Deadline date={day.date} /> : <DateText date={day.date} />}
        </p>
      ) : null}
      {order?.delay?.answer_by ? (
        <p className={styles.date}>
          {messagesText('answer_by')} <Deadline date={order.delay.answer_by} />
        </p>
      ) : null}
      {sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null}
      <ParcelLine shipment={parcel} hasLink={kind !== 'on_its_way'} />
      {order && expects !== undefined && !order.has_paid_invoice ? (
        // The key makes the line load the charge again when the order changes, unless the order has it.
        <ChargeLine
          key={`${order.status} ${order.checkout_by_date ?? ''}`}
          order={order}
          expects={expects}
          known={order.next_charge}
        />
      ) : null}
      {order && shows_store ? <Store order={order} /> : null}
    </div>
  );
}

/**
 * The parcel that the tile describes. For a box on its way, a button leads to the carrier's page. A return has a parcel line
 * only while it is on its way.
 */
function parcelOf(order: Order, kind: TileKind) {
  if (kind === 'on_its_way') return order.outgoing_shipment;
  return kind === 'return_shipped' ? order.return_shipment : null;
}

function Store({ order }: { order: Order }) {
  const store = order.assigned_location;
  if (!store) return null;
  return (
    <section className={styles.store} aria-label="Your store">
      <address>
        <AddressText name={store.name} address={storeAddress(store)} />
      </address>
      <dl className={styles.hours}>
        {store.opening_hours.map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
      <p>
        <StoreMapLink store={store} />
      </p>
    </section>
  );
}
