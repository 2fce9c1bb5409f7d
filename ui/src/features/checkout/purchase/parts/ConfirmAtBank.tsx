import { ConfirmInPage } from '~/components/payment/charge/ConfirmInPage';
import { ButtonLink } from '~/components/form/ButtonLink';
import { messagesText } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import type { Invoice } from '../api';
import styles from './ConfirmPurchase.module.css';
import { InvoiceTotal } from './InvoiceTotal';
import waiting from './WaitingForBank.module.css';

interface ConfirmAtBankProps {
  invoice: Invoice;
  /** Whether the payment was just sent here. Then the bank's window opens automatically. */
  isSent: boolean;
}

/** Shown while the bank waits for the customer, with a link to its page or a button for its window on this page. */
export function ConfirmAtBank({ invoice, isSent }: ConfirmAtBankProps) {
  const { bank_url, order_id } = invoice;
  return (
    <section className={styles.panel} aria-label="Your invoice">
      <div role="status">
        <h2 className={waiting.title}>Your bank wants you to confirm this payment</h2>
        <p>{messagesText(bank_url === null ? 'confirm_in_page' : 'confirm_at_bank')}</p>
      </div>
      {bank_url === null ? (
        <ConfirmInPage orderId={order_id} opens={isSent} wide />
      ) : (
        <ButtonLink to={bank_url}>{messagesText('confirm_payment')}</ButtonLink>
      )}
      <p className={styles.small}>
        <Link to={paths.changePayment} state={{ prevPath: paths.checkout }}>
          Use another card instead
        </Link>
      </p>
      <InvoiceTotal invoice={invoice} />
    </section>
  );
}
