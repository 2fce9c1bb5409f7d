import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '~/api/errors';
import { statusWords } from '~/api/order/orders';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { ButtonLink } from '~/components/form/ButtonLink';
import { MemberPage } from '~/components/layout/MemberPage';
import { useParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { orderQuery } from '../api';
import { Contents } from '../parts/Contents';
import { Exchanges } from '../parts/Exchanges';
import { Facts } from '../parts/Facts';
import { hasTotals, isAwaited } from '../parts/pastOrderModel';
import { Payments } from '../parts/Payments';
import { Totals } from '../parts/Totals';
import { WayBack } from '../parts/WayBack';
import styles from './PastOrder.module.css';

const title = 'Review Your Order';

/** An order of the history: what was bought and what went back, the totals and the charges. */
export default function PastOrder() {
  const { id = '' } = useParams();
  // Always reload, because the return and the exchanges progress without the customer.
  const { data: order, error, isFetching, refetch } = useQuery({ ...orderQuery(id), refetchOnMount: 'always' });
  if (error instanceof ApiError && error.status === 404) return <Unknown />;
  if (!order) {
    return (
      <MemberPage title={title}>
        {error ? <NotLoaded what="this order" retry={() => void refetch()} busy={isFetching} /> : null}
      </MemberPage>
    );
  }
  return (
    <MemberPage eyebrow={`Box ${order.code} · ${statusWords(order)}`} title={title}>
      <div className={styles.spread}>
        <div className={styles.main}>
          <Contents order={order} />
        </div>
        <aside className={styles.side} aria-label="About this order">
          <Facts order={order} />
          {hasTotals(order) ? <Totals order={order} /> : null}
          <Payments payments={order.payments} />
          {order.return ? (
            <WayBack
              back={order.return}
              picksUp={order.customer_pick_up}
              isOver={!isAwaited(order)}
              shipment={order.return_shipment}
            />
          ) : null}
          <Exchanges exchanges={order.exchanges} items={order.line_items} />
        </aside>
      </div>
      <p>
        <Link to={paths.orderHistory}>Back to your orders</Link>
      </p>
    </MemberPage>
  );
}

const Unknown = (): ReactNode => (
  <MemberPage
    title="We can’t find this order"
    lead="The link may be incomplete, or the order may belong to another account."
  >
    <div>
      <ButtonLink to={paths.orderHistory}>See your orders</ButtonLink>
    </div>
  </MemberPage>
);
