import { useKnownAccount } from '~/api/account/record';
import { currentOrder, useOrders } from '~/api/order/orders';
import returns from '~/assets/boxes/returns.svg';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { GoingBack, wayBackOf } from '~/components/returns/GoingBack';
import { brand, checkoutSuccessPage, messagesText } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { ReviewBox } from '../parts/ReviewBox';
import styles from './Success.module.css';

/** Thanks the customer after a purchase, says how to return items, and asks for a review. */
export default function Success() {
  const { pathname, state } = useLocation();
  const { data: orders, isError, refetch } = useOrders();
  const emailsComeBack = useKnownAccount()?.email_bounced === true;
  const bought = (state as { orderId?: string } | null)?.orderId;
  const order = orders && (orders.find(({ id }) => id === bought) ?? currentOrder(orders));
  // Only a checked-out box gets thanks. Right after the purchase the list of orders is not updated yet.
  const isPaid = order && (order.has_paid_invoice || order.id === bought);
  if (orders && !isPaid) return <Navigate to={paths.dashboard} replace />;
  const page = order && checkoutSuccessPage(order);
  const { retailer } = brand();
  const back = order ? wayBackOf(order) : null;
  if (page && pathname !== page) return <Navigate to={page} state={state as unknown} replace />;
  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <Illustration src={returns} ratio="5 / 6" cover eager className={styles.picture} />
        <div className={styles.words}>
          <PageTitle eyebrow={order ? `Box ${order.code}` : undefined}>Thank you for checking out!</PageTitle>
          <div className={styles.text}>
            {order ? (
              <>
                {emailsComeBack ? null : (
                  <p>
                    {order.customer_pick_up
                      ? 'A confirmation email will follow.'
                      : 'An email confirms what was charged.'}
                  </p>
                )}
                {back ? <GoingBack order={order} back={back} /> : <p>{messagesText('nothing_goes_back')}</p>}
                {order.customer_pick_up ? <p>Love what you kept? Wear it, share it and tag {retailer}.</p> : null}
              </>
            ) : null}
            {!orders && isError ? <NotLoaded what="your box" retry={() => void refetch()} /> : null}
          </div>
        </div>
      </div>
      {order ? <ReviewBox order={order} /> : null}
    </div>
  );
}
