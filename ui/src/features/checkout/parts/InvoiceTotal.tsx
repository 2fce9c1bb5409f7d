import { Price } from '~/components/money/Price';
import type { Invoice } from '../api';
import { InvoiceRows } from './InvoiceRows';
import styles from './InvoiceTotal.module.css';

/** The server's invoice with its total. */
export function InvoiceTotal({ invoice }: { invoice: Invoice }) {
  return (
    <div className={styles.invoice}>
      <InvoiceRows
        amounts={{
          subtotal: invoice.original_subtotal,
          multiItemDiscount: invoice.multi_item_discount,
          discount: invoice.discount_amount,
          beforeTax: invoice.totalBeforeTax,
          tax: invoice.tax,
          deliveryFee: invoice.precheckout_ship_tax2_amount_estimate,
          withTax: invoice.totalWithTax,
          credit: invoice.credit_amount,
          giftCard: invoice.totalGiftCardAmountUsed,
        }}
        couponCode={invoice.coupon?.code ?? null}
      />
      <dl className={styles.due}>
        <dt>Total due</dt>
        <dd aria-live="polite">
          <Price amount={invoice.totalDue} className={styles.amount} />
        </dd>
      </dl>
    </div>
  );
}
