import { Price } from '~/components/values/Price';
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
          multi_item_discount: invoice.multi_item_discount,
          discount: invoice.discount_amount,
          coupon_code: invoice.coupon?.code ?? null,
          total_before_tax: invoice.totalBeforeTax,
          tax: invoice.tax,
          shipping_tax: invoice.precheckout_ship_tax2_amount_estimate,
          total_with_tax: invoice.totalWithTax,
          credit_used: invoice.credit_amount,
          gift_card_used: invoice.totalGiftCardAmountUsed,
          forgiven: invoice.forgiven,
        }}
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
