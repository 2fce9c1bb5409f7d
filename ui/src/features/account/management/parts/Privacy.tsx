import type { Account } from '~/api/schema.gen';
import { CloseAccount } from './CloseAccount';
import { Devices } from './Devices';
import { DownloadData } from './DownloadData';
import form from './AccountForm.module.css';
import styles from './Privacy.module.css';

/** The customer's rights over the account: who is signed in, what is kept, and closing it. */
export function Privacy({ account }: { account: Account }) {
  return (
    <section className={form.section} aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      <div className={styles.parts}>
        <Devices />
        <DownloadData />
        <CloseAccount account={account} />
      </div>
    </section>
  );
}
