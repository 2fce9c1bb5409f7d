import type { ChargedInvoice, OrderDetail } from '~/api/schema.gen';
import { Price } from '~/components/values/Price';
import { invoiceRows } from '~/core';
import { totalsOf } from '../api';
import styles from './Totals.module.css';

/** The total of an order's bought items. Once the order is paid, all rows down to the charged amount. */
export function Totals({ order }: { order: OrderDetail }) {
  if (order.charged) return <Charged charged={order.charged} />;
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

/** The rows of a paid invoice, by core, and the amount that the card was charged. */
function Charged({ charged }: { charged: ChargedInvoice }) {
  const { original_subtotal, discount_amount, credit_amount, gift_card_amount, total_due, ...amounts } = charged;
  const rows = invoiceRows({
    ...amounts,
    subtotal: original_subtotal,
    discount: discount_amount,
    credit_used: credit_amount,
    gift_card_used: gift_card_amount,
    tax_is_estimated: null,
    is_paid: true,
  });
  return (
    <section className={styles.panel} aria-label="Total of what you bought">
      <dl className={styles.rows}>
        {rows.map(({ label, amount, is_sum }) => (
          <div key={label} className={styles.row} data-kind={is_sum ? 'total' : undefined}>
            <dt>{label}</dt>
            <dd>
              <Price amount={amount} className={is_sum ? styles.total : undefined} />
            </dd>
          </div>
        ))}
        <div className={styles.row} data-kind="total">
          <dt>Charged to your card</dt>
          <dd>
            <Price amount={total_due} className={styles.total} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
