import { useEffect } from 'react';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import styles from './ConfirmInPage.module.css';
import { useConfirmInPage } from './useConfirmInPage';

interface ConfirmInPageProps {
  orderId: string;
  /** Whether the bank's window opens automatically, right after a purchase. */
  opens?: boolean;
  wide?: boolean;
}

/** The button that opens the bank's window on this page. If the payment still waits after that, says why. */
export function ConfirmInPage({ orderId, opens = false, wide = false }: ConfirmInPageProps) {
  const { confirm, busy, problem } = useConfirmInPage(orderId);
  useEffect(() => {
    if (opens) confirm();
  }, [opens, confirm]);
  return (
    <div className={styles.place} data-wide={wide}>
      {problem === null ? null : (
        <Banner tone="fault">
          <p>{problem}</p>
        </Banner>
      )}
      <Button wide={wide} busy={busy} busyLabel="Waiting for your bank..." onClick={() => confirm()}>
        {messagesText('confirm_payment')}
      </Button>
    </div>
  );
}
