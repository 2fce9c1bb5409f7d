import type { Order } from '~/api/orders';
import { Price } from '~/components/money/Price';
import { totalsOf } from '../api';
import styles from './Totals.module.css';

/** What the bought items of an order came to. */
export function Totals({ order }: { order: Order }) {
  const { subtotal, discount, discount_code: code, total } = totalsOf(order);
  return (
    <section className={styles.panel} aria-label="Total of what you bought">
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>Subtotal</dt>
          <dd>
            <Price amount={subtotal} />
          </dd>
        </div>
        <div className={styles.row}>
          <dt>Discount{code ? ` ${code}` : ''}</dt>
          <dd>
            <Price amount={code ? `-${discount}` : discount} />
          </dd>
        </div>
        <div className={styles.row} data-kind="total">
          <dt>Total</dt>
          <dd>
            <Price amount={total} className={styles.total} />
          </dd>
        </div>
      </dl>
      <p className={styles.small}>Before tax, coupons, gift cards and your styling fee credit.</p>
    </section>
  );
}
