import { Spinner } from '~/components/feedback/Spinner';
import { messagesText } from '~/core';
import type { Invoice } from '../api';
import styles from './ConfirmPurchase.module.css';
import { InvoiceTotal } from './InvoiceTotal';
import waiting from './WaitingForBank.module.css';

/** Shown until the bank answers. The customer has nothing to do. */
export function WaitingForBank({ invoice }: { invoice: Invoice }) {
  return (
    <section className={styles.panel} aria-label="Your invoice">
      <div className={waiting.news}>
        <Spinner label="" />
        <div role="status">
          <h2 className={waiting.title}>We are checking with your bank</h2>
          <p>{messagesText('waiting_for_bank')}</p>
        </div>
      </div>
      <InvoiceTotal invoice={invoice} />
    </section>
  );
}
