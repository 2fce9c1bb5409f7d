import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '~/api/errors';
import { currentOrder, type LineItem, type Order, statusWords, wasLost } from '~/api/order/orders';
import { DateText } from '~/components/calendar/DateText';
import { Banner } from '~/components/feedback/Banner';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { ButtonLink } from '~/components/form/ButtonLink';
import { MemberPage } from '~/components/layout/MemberPage';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { GoingBack, wayBackOf } from '~/components/returns/GoingBack';
import { ParcelLine } from '~/components/delivery/ParcelLine';
import { brand, lineItemIsDueBack, messagesText, ordersDateName } from '~/core';
import { useParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { SupportPhone } from '~/components/layout/SupportPhone';
import { dateOf, itemsOf, notedIds, orderQuery, previousIds, purchaseIds } from '../api';
import { ItemGroup } from '../parts/ItemGroup';
import { Exchanges } from '../parts/Exchanges';
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
          {isOver(order) ? <Contents order={order} /> : isFinished(order) ? <Stopped /> : <UnderWay order={order} />}
        </div>
        <aside className={styles.side} aria-label="About this order">
          <Facts order={order} />
          {order.line_items.length > 0 && isOver(order) && !wasLost(order) ? <Totals order={order} /> : null}
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

/** Whether the outcome of the items is known, because the order is in one of the histories or was checked out. */
const isOver = (order: Order) =>
  order.has_paid_invoice || previousIds([order]).length > 0 || purchaseIds([order]).length > 0;

/** Whether an item of the order still has to come back. */
const isAwaited = ({ line_items: items }: Order) =>
  items.some(({ claimed_kept, exchange_size, received, written_off }) =>
    lineItemIsDueBack({ claimed_kept, exchange_size, received, written_off }),
  );

/** Whether the order is finished, so that it is not the current one. */
const isFinished = (order: Order) => currentOrder([order]) === null;

function Contents({ order }: { order: Order }) {
  const { kept, exchanged, returned } = itemsOf(order);
  // Items that have not come back are in the list of what goes back, and do not count as returned.
  const back = wayBackOf(order);
  const isDue = ({ id }: LineItem) => back?.pieces.some((piece) => piece.id === id);
  // The customer has never seen the items of a lost box.
  if (wasLost(order)) return <p>{messagesText('box_lost')}</p>;
  if (order.line_items.length === 0) return <p>Nothing was sent with this order.</p>;
  return (
    <>
      <ItemGroup title="Bought" level={2} items={[...kept, ...exchanged]} />
      {back ? <GoingBack order={order} back={back} /> : null}
      <ItemGroup title="Returned" level={2} items={returned.filter((item) => !isDue(item))} />
    </>
  );
}

const UnderWay = ({ order }: { order: Order }) => (
  <Banner>
    <ParcelLine shipment={order.outgoing_shipment} hasLink />
    <p>This box is still under way. What you buy and what goes back is listed here once it is checked out.</p>
    <p>
      <Link to={paths.dashboard}>See where it is on your dashboard</Link>
    </p>
  </Banner>
);

/** The message of a stopped order. Only staff can stop one. */
const Stopped = () => (
  <Banner>
    <p>{messagesText('order_stopped')}</p>
    <p>
      Questions? Call <SupportPhone />, {brand().support_hours}.
    </p>
  </Banner>
);

/** The date and the way of the delivery. */
function Facts({ order }: { order: Order }) {
  const store = order.assigned_location;
  return (
    <Rows>
      <Row name={dateName(order)}>
        <DateText date={dateOf(order)} length="with year" />
      </Row>
      <Row name="Delivery">
        {order.customer_pick_up ? <PickUp name={store?.name} place={store?.address_city} /> : 'By mail'}
      </Row>
      {notedIds([order]).length > 0 ? (
        <Row name="Notes">
          <Link to={paths.stylistNotes}>Read the notes of your boxes</Link>
        </Row>
      ) : null}
    </Rows>
  );
}

const PickUp = ({ name, place }: { name: string | undefined; place: string | undefined }) => (
  <>
    Pick-up{name ? ` at ${name}` : ' at a store'}
    {place ? <RowNote>{place}</RowNote> : null}
  </>
);

/** The name of the date that `orders.date` returns. */
const dateName = ({ delay, ...order }: Order) =>
  ordersDateName({ ...order, is_late: delay?.is_late ?? false, now: now() });

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
