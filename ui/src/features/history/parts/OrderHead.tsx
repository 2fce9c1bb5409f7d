import { type ReactNode, useId } from 'react';
import type { Order } from '~/api/orders';
import styles from './OrderHead.module.css';

interface OrderHeadProps {
  order: Order;
  heading: ReactNode;
  /** Beside the heading. */
  aside: ReactNode;
  children: ReactNode;
}

/** An order of a list, with its heading and contents. */
export function OrderHead({ order, heading, aside, children }: OrderHeadProps) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={styles.order}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1} data-entry={order.id} className={styles.title}>
          {heading}
        </h2>
        <p className={styles.aside}>{aside}</p>
      </div>
      {children}
    </article>
  );
}
