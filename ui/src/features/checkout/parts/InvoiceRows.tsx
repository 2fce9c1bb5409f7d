import { Price } from '~/components/money/Price';
import styles from './InvoiceRows.module.css';

/** The amounts of an invoice, as core's text. */
interface Amounts {
  subtotal: string;
  multiItemDiscount: string;
  discount: string;
  beforeTax: string;
  tax: string;
  deliveryFee: string;
  withTax: string;
  credit: string;
  giftCard: string;
}

const isZero = (amount: string) => /^0+(\.0+)?$/.test(amount);
const minus = (amount: string) => (isZero(amount) ? amount : `-${amount}`);

/** The rows of an invoice above its total (spec B, section 2). */
export function InvoiceRows({ amounts, couponCode }: { amounts: Amounts; couponCode: string | null }) {
  const rows: [label: string, amount: string, kind?: 'sum'][] = [['Subtotal', amounts.subtotal]];
  if (!isZero(amounts.multiItemDiscount)) rows.push(['Multi-item discount', minus(amounts.multiItemDiscount)]);
  rows.push(
    [couponCode ? `Discount ${couponCode}` : 'Discount', minus(amounts.discount)],
    ['Total before tax', amounts.beforeTax, 'sum'],
    ['Tax', amounts.tax],
  );
  // Shown only if it is charged (spec B, section 9).
  if (!isZero(amounts.deliveryFee)) rows.push(['Retail delivery fee', amounts.deliveryFee]);
  rows.push(
    ['Total with tax', amounts.withTax, 'sum'],
    ['Styling fee credit', minus(amounts.credit)],
    ['Gift card', minus(amounts.giftCard)],
  );
  return (
    <dl className={styles.rows}>
      {rows.map(([label, amount, kind]) => (
        <div key={label} className={styles.row} data-kind={kind} data-zero={isZero(amount)}>
          <dt>{label}</dt>
          <dd>
            <Price amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
