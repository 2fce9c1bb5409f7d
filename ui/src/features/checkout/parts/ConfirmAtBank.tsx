import { Link } from 'react-router';
import { ButtonLink } from '~/components/form/ButtonLink';
import { messagesText } from '~/core';
import { paths } from '~/paths';
import type { Invoice } from '../api';
import styles from './ConfirmPurchase.module.css';
import { InvoiceTotal } from './InvoiceTotal';
import waiting from './WaitingForBank.module.css';

/** Shown while the bank waits for the customer, with the way to its page. */
export function ConfirmAtBank({ invoice, bank }: { invoice: Invoice; bank: string }) {
  return (
    <section className={styles.panel} aria-label="Your invoice">
      <div role="status">
        <h2 className={waiting.title}>Your bank wants you to confirm this payment</h2>
        <p>{messagesText('confirm_at_bank')}</p>
      </div>
      <ButtonLink to={bank}>{messagesText('confirm_payment')}</ButtonLink>
      <p className={styles.small}>
        <Link to={paths.changePayment} state={{ prevPath: paths.checkout }}>
          Use another card instead
        </Link>
      </p>
      <InvoiceTotal invoice={invoice} />
    </section>
  );
}
