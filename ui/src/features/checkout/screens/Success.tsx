import { Navigate, useLocation } from 'react-router';
import { currentOrder, type Order, useOrders } from '~/api/orders';
import returns from '~/assets/boxes/returns.svg';
import { Deadline } from '~/components/calendar/Deadline';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { brand, checkoutReturnBy, checkoutSuccessPage, messagesText } from '~/core';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { ReviewBox } from '../parts/ReviewBox';
import styles from './Success.module.css';

/** The thanks after a purchase: how to return items, and the review. */
export default function Success() {
  const { pathname, state } = useLocation();
  const { data: orders, isError, refetch } = useOrders();
  const bought = (state as { orderId?: string } | null)?.orderId;
  const order = orders && (orders.find(({ id }) => id === bought) ?? currentOrder(orders));
  // The thanks are for a box that is checked out. Right after the purchase the list of orders is still the one from before.
  const isPaid = order && (order.has_paid_invoice || order.id === bought);
  if (orders && !isPaid) return <Navigate to={paths.dashboard} replace />;
  const page = order && checkoutSuccessPage(order);
  if (page && pathname !== page) return <Navigate to={page} state={state as unknown} replace />;
  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <Illustration src={returns} ratio="5 / 6" cover eager className={styles.picture} />
        <div className={styles.words}>
          <PageTitle eyebrow={order ? `Box ${order.code}` : undefined}>Thank you for checking out!</PageTitle>
          <div className={styles.text}>
            {order ? page === paths.successPickUp ? <ToTheStore order={order} /> : <ByMail order={order} /> : null}
            {!orders && isError ? <NotLoaded what="your box" retry={() => void refetch()} /> : null}
          </div>
        </div>
      </div>
      {order ? <ReviewBox order={order} /> : null}
    </div>
  );
}

/** The day by which what is not kept goes back; null before the box was with the customer. */
const returnBy = ({ checkout_by_date }: Order) =>
  checkout_by_date === null ? null : checkoutReturnBy({ checkout_by_date, now: now() });

function ByMail({ order }: { order: Order }) {
  const date = returnBy(order);
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
              <Deadline date={date} />
            </strong>
            .
          </>
        ) : null}
      </p>
    </>
  );
}

function ToTheStore({ order }: { order: Order }) {
  const { retailer } = brand();
  const date = returnBy(order);
  return (
    <>
      <p>A confirmation email will follow.</p>
      <p>
        {messagesText('return_to_store')}
        {date ? (
          <>
            {' '}
            Please be there by{' '}
            <strong>
              <Deadline date={date} />
            </strong>
            .
          </>
        ) : null}
      </p>
      <p>Love what you kept? Wear it, share it and tag {retailer}.</p>
    </>
  );
}
