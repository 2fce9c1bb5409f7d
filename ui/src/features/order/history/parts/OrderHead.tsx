import { type ReactNode, useId, useState } from 'react';
import type { Order } from '~/api/order/orders';
import styles from './OrderHead.module.css';

interface OrderHeadProps {
  order: Order;
  heading: ReactNode;
  /** Shown beside the heading. */
  aside: ReactNode;
  /** The contents on one line, shown while the order is folded. */
  summary: string;
  /** Whether the order is open at first. */
  startsOpen: boolean;
  children: ReactNode;
}

/** An order of a list, with its heading and contents. The heading opens and folds it, because a box is longer than a screen. */
export function OrderHead({ order, heading, aside, summary, startsOpen, children }: OrderHeadProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <article aria-labelledby={id} className={styles.order}>
      <div className={styles.head}>
        <h2 id={id}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={`${id}-box`}
            data-entry={order.id}
            onClick={() => setOpen(!isOpen)}
          >
            {heading}
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className={styles.mark}>
              <path d="m5 9 7 7 7-7" />
            </svg>
          </button>
        </h2>
        <p className={styles.aside}>{aside}</p>
      </div>
      {isOpen ? null : <p className={styles.summary}>{summary}</p>}
      <div id={`${id}-box`} className={styles.contents} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </article>
  );
}
