import { lazy, Suspense } from 'react';
import type { Order } from '~/api/orders';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, normalizePhone, orderCanCancel } from '~/core';
import { paths } from '~/paths';
import styles from './ChangeCard.module.css';

/** Few see it. */
const CancelOrder = lazy(async () => ({
  default: (await import('~/components/ordering/CancelOrder')).CancelOrder,
}));

/** Why a customer cannot change the card that ordered their first box, until when, and what they can do (spec B, section 2). */
export function Locked({ order }: { order: Order | null }) {
  const { support_phone: phone, support_hours: hours } = brand();
  return (
    <div className={styles.page}>
      <PageTitle
        eyebrow="Your card"
        lead={
          <>
            Contact <a href={`tel:+1${normalizePhone(phone)}`}>{phone}</a> to Update Payment Information
          </>
        }
      >
        Your first box is on this card
      </PageTitle>
      <p className={styles.text}>
        The card that ordered your first box pays for it. You can change it here as soon as you have checked out
        {order ? ` box ${order.code}` : ''}. If it is declined or ends before that, you can change it at once.
      </p>
      <p className={styles.text}>We answer the telephone {hours}.</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.dashboard}>Go to my dashboard</ButtonLink>
        {order && orderCanCancel({ status: order.status, actor: 'customer' }) ? (
          <Suspense fallback={null}>
            <CancelOrder order={order} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
