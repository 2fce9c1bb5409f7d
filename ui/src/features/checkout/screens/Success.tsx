import { useLocation } from 'react-router';
import { currentOrder, type Order, useOrders } from '~/api/orders';
import returns from '~/assets/boxes/returns.svg';
import { DateText } from '~/components/calendar/DateText';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { brand, checkoutReturnBy, messagesText } from '~/core';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { ReviewBox } from '../parts/ReviewBox';
import styles from './Success.module.css';

/** The thanks after a purchase: how to return items, and the review. */
export default function Success() {
  const { pathname, state } = useLocation();
  const { data: orders } = useOrders();
  const bought = (state as { orderId?: string } | null)?.orderId;
  const order = orders && (orders.find(({ id }) => id === bought) ?? currentOrder(orders));
  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <Illustration src={returns} ratio="5 / 6" cover eager className={styles.picture} />
        <div className={styles.words}>
          <PageTitle eyebrow={order ? `Box ${order.code}` : undefined}>Thank you for checking out!</PageTitle>
          <div className={styles.text}>
            {pathname === paths.successPickUp ? <ToTheStore /> : <ByMail order={order ?? null} />}
          </div>
        </div>
      </div>
      {orders ? <ReviewBox order={order ?? null} /> : null}
    </div>
  );
}

function ByMail({ order }: { order: Order | null }) {
  const date = order?.checkout_by_date
    ? checkoutReturnBy({ checkout_by_date: order.checkout_by_date, now: now() })
    : null;
  return (
    <>
      <p>An email confirms what was charged.</p>
      <p>
        {messagesText('return_by_mail')}
        {date ? (
          <>
            {' '}
            Returns must be postmarked by{' '}
            <strong>
              <DateText date={date} />
            </strong>
            .
          </>
        ) : null}
      </p>
    </>
  );
}

function ToTheStore() {
  const { retailer } = brand();
  return (
    <>
      <p>A confirmation email will follow.</p>
      <p>{messagesText('return_to_store')}</p>
      <p>Love what you kept? Wear it, share it and tag {retailer}.</p>
    </>
  );
}
