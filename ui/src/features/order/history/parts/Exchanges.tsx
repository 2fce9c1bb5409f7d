import type { LineItem } from '~/api/order/orders';
import type { OrderExchange } from '~/api/schema.gen';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { ParcelLine } from '~/components/delivery/ParcelLine';
import { messagesText, refundWords } from '~/core';
import { Day } from './Day';
import styles from './Totals.module.css';

interface ExchangesProps {
  exchanges: readonly OrderExchange[];
  items: readonly LineItem[];
}

/** The state of the items that are exchanged for another size. */
export function Exchanges({ exchanges, items }: ExchangesProps) {
  if (exchanges.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="exchanges">
      <h2 id="exchanges" className={styles.heading}>
        Your exchanges
      </h2>
      <Rows>
        {exchanges.map((exchange) => (
          <Row
            key={exchange.line_item_id}
            name={items.find(({ id }) => id === exchange.line_item_id)?.description ?? 'An item'}
          >
            Size {exchange.size}
            <RowNote>
              <State exchange={exchange} />
            </RowNote>
            <ParcelLine shipment={exchange.shipment} />
          </Row>
        ))}
      </Rows>
    </section>
  );
}

function State({ exchange }: { exchange: OrderExchange }) {
  const { status, closed_at, shipment, card_back, gift_card_back } = exchange;
  const on = closed_at ? (
    <>
      {' '}
      on <Day at={closed_at} />
    </>
  ) : null;
  if (status === 'held') return 'It is on hold for you, and will be sent soon.';
  if (status === 'cancelled') return 'It was not sent, because the box was lost on its way.';
  if (status === 'sold_out') {
    return (
      <>
        Sold out{on}. {refundWords({ card: card_back, gift_card: gift_card_back })}
      </>
    );
  }
  return (
    <>
      Sent{on}.{' '}
      {shipment ? (
        <a href={shipment.tracking_page} target="_blank" rel="noreferrer">
          {messagesText('track')}
          <span className="unseen"> (opens in a new tab)</span>
        </a>
      ) : null}
    </>
  );
}
