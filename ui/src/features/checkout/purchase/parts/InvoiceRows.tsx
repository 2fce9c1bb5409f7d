import { Price } from '~/components/values/Price';
import { type InvoiceAmounts, invoiceRows } from '~/core';
import styles from './InvoiceRows.module.css';

/** The rows of an invoice above its total, by core. */
export function InvoiceRows({ amounts }: { amounts: InvoiceAmounts }) {
  return (
    <dl className={styles.rows}>
      {invoiceRows(amounts).map(({ label, amount, is_sum, is_zero }) => (
        <div key={label} className={styles.row} data-kind={is_sum ? 'sum' : undefined} data-zero={is_zero}>
          <dt>{label}</dt>
          <dd>
            <Price amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
