import type { OrderPayment } from '~/api/schema.gen';
import { Price } from '~/components/values/Price';
import { cardName } from '~/core';
import { Day } from './Day';
import styles from './Totals.module.css';

/** The name of each kind of payment, and whether the money went back to the customer. */
const kinds: Record<OrderPayment['kind'], { name: string; wentBack: boolean }> = {
  styling_fee: { name: 'Styling fee', wentBack: false },
  purchase: { name: 'Purchase', wentBack: false },
  gift_card: { name: 'Gift card', wentBack: false },
  styling_fee_refund: { name: 'Styling fee, refunded', wentBack: true },
  refund: { name: 'Refund', wentBack: true },
  gift_card_refund: { name: 'Back on your gift card', wentBack: true },
};

/** What was charged for an order and what went back, when, and on which card. */
export function Payments({ payments }: { payments: readonly OrderPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="payments">
      <h2 id="payments" className={styles.heading}>
        What was charged
      </h2>
      <dl className={styles.rows}>
        {payments.map(({ kind, at, amount, card }) => (
          <div key={`${kind} ${at} ${amount}`} className={styles.row}>
            <dt>
              {kinds[kind].name}
              <span className={styles.small}>
                <Day at={at} />
                {card ? ` · ${cardName(card)}` : null}
              </span>
            </dt>
            <dd>
              <Price amount={kinds[kind].wentBack ? `-${amount}` : amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
