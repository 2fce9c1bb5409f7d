import { useId } from 'react';
import type { LineItem, Order } from '~/api/order/orders';
import { Deadline } from '~/components/calendar/Deadline';
import { type WayBack, wayBackList } from '~/core';
import { now } from '~/lib/time/clock';
import styles from './GoingBack.module.css';

/** The customer's decision about a piece. */
type Decision = Pick<LineItem, 'claimed_kept' | 'exchange_size'>;

/** What has to come back of a box, by core; null if nothing has to. `decided` has the unsaved decisions by item id. */
export function wayBackOf(order: Order, decided: ReadonlyMap<string, Decision> = new Map()): WayBack | null {
  const pieces = new Map(
    order.line_items.map(({ id, size, claimed_kept, exchange_size, received, written_off }) => [
      id,
      { id, size, claimed_kept, exchange_size, received, written_off, ...decided.get(id) },
    ]),
  );
  return wayBackList({
    status: order.status,
    customer_pick_up: order.customer_pick_up,
    checked_out: order.has_paid_invoice,
    checkout_by_date: order.checkout_by_date,
    pieces: [...pieces.values()],
    now: now(),
  });
}

interface GoingBackProps {
  order: Order;
  back: WayBack;
  /** Whether the deadline and the way back are shown beside the list already. */
  brief?: boolean;
}

/**
 * The list, on all screens, of what goes back from a box, including the old sizes of exchanges, with the deadline and the way
 * back.
 */
export function GoingBack({ order, back: { title, pieces, by, how }, brief = false }: GoingBackProps) {
  const id = useId();
  return (
    <section className={styles.back} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.pieces}>
        {pieces.map((piece) => (
          <Piece key={piece.id} item={order.line_items.find((line) => line.id === piece.id)} note={piece.note} />
        ))}
      </ul>
      {brief || (!how && !by) ? null : (
        <p>
          {how}
          {by ? (
            <>
              {' '}
              {by.label}{' '}
              <strong>
                <Deadline date={by.date} />
              </strong>
              .
            </>
          ) : null}
        </p>
      )}
    </section>
  );
}

const Piece = ({ item, note }: { item: LineItem | undefined; note: string | null }) =>
  item ? (
    <li>
      {item.description}{' '}
      <span className={styles.details}>
        {item.brand} · {note ?? item.size}
      </span>
    </li>
  ) : null;
