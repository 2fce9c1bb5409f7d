import { useEffect, useRef } from 'react';
import type { Order } from '~/api/order/orders';
import type { Account } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { CancelOrder } from '~/components/order/ordering/CancelOrder';
import { brand, cardChangeAccess, orderCanCancel } from '~/core';
import { SupportPhone } from '~/components/layout/SupportPhone';
import styles from './LockedCard.module.css';

/**
 * Says why a customer cannot change the card that ordered their first box, until when, and what they can do (spec B, section
 * 2).
 */
export default function LockedCard({ account, order }: { account: Account; order: Order | null }) {
  const access = cardChangeAccess({
    first_timer: account.first_timer,
    has_current_order: order !== null,
    celerant_id: account.celerant_id,
    payment_needed: account.payment_needed,
  });
  // The navigation state stays over a reload, so by then the card may be unlocked.
  return access.allowed ? null : <Why order={order} />;
}

function Why({ order }: { order: Order | null }) {
  const { support_hours: hours } = brand();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // When the screen opens, its own heading gets the focus first. Then this heading gets it, because this is what the
    // customer needs to know.
    const later = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(later);
  }, []);
  return (
    <Banner>
      <div className={styles.notice}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          Your first box is on this card
        </h2>
        <p>
          Contact <SupportPhone /> to Update Payment Information
        </p>
        <p>
          The card that ordered your first box pays for it. You can change it as soon as you have checked out
          {order ? ` box ${order.code}` : ''}. If it is declined or expires soon, you can change it right away.
        </p>
        <p>We answer the phone {hours}.</p>
        {order && orderCanCancel({ status: order.status, actor: 'customer' }) ? (
          <div>
            <CancelOrder order={order} />
          </div>
        ) : null}
      </div>
    </Banner>
  );
}
