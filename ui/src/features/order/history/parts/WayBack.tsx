import type { OrderReturn, Shipment } from '~/api/schema.gen';
import { Deadline } from '~/components/calendar/Deadline';
import { Row, Rows } from '~/components/layout/Rows';
import { Price } from '~/components/values/Price';
import { ParcelLine } from '~/components/delivery/ParcelLine';
import { messagesText } from '~/core';
import { Day } from './Day';
import styles from './Totals.module.css';

interface WayBackProps {
  back: OrderReturn;
  /** Whether the box was picked up at a store. Then the return is brought there. */
  picksUp: boolean;
  /** Whether no item is awaited any more. */
  isOver: boolean;
  /** The return's parcel, if the box had a label for it. */
  shipment: Shipment | null;
}

/** The progress of the return: sent or brought, received, and refunded if some of it was paid for. */
export function WayBack({ back, picksUp, isOver, shipment }: WayBackProps) {
  const { due_on, sent_at, received_at, is_refunded, refunded } = back;
  const isHere = shipment?.parcel?.status === 'delivered';
  return (
    <section className={styles.part} aria-labelledby="way-back">
      <h2 id="way-back" className={styles.heading}>
        Your return
      </h2>
      <Rows>
        <Row name={picksUp ? 'Brought back' : 'Sent'}>
          {sent_at ? (
            <Day at={sent_at} />
          ) : due_on ? (
            picksUp ? (
              <>
                Not yet. {messagesText('return_to_store')} Please do so by <Deadline date={due_on} />.
              </>
            ) : (
              <>
                Not yet. Please send it by <Deadline date={due_on} />.
              </>
            )
          ) : (
            // A return that was brought to a store was never sent.
            <>{received_at ? 'Yes' : 'Not yet'}</>
          )}
        </Row>
        <Row name="Received">
          {received_at ? (
            <Day at={received_at} />
          ) : isOver ? (
            'Nothing came'
          ) : isHere ? (
            <ParcelLine shipment={shipment} />
          ) : (
            'Not yet'
          )}
        </Row>
        {/* Items that were never paid for have no refund. */}
        {is_refunded ? (
          <Row name="Refunded">
            <span className={styles.amount}>{refunded ? <Price amount={refunded} /> : 'Nothing so far'}</span>
          </Row>
        ) : null}
      </Rows>
      {received_at || isOver || isHere ? null : <ParcelLine shipment={shipment} hasLink />}
    </section>
  );
}
