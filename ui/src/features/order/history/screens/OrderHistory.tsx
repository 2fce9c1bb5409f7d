import { type Order, statusWords, wasLost } from '~/api/order/orders';
import parcel from '~/assets/boxes/parcel.svg';
import { DateText } from '~/components/calendar/DateText';
import { MemberPage } from '~/components/layout/MemberPage';
import { Illustration } from '~/components/media/Illustration';
import { PagedList } from '~/components/layout/PagedList';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { dateOf, itemsOf, ordersByPage, previousIds } from '../api';
import { HistoryLinks } from '../parts/HistoryLinks';
import { Nothing } from '../parts/Nothing';
import { useOrderPages } from '../parts/useOrderPages';
import styles from './OrderHistory.module.css';

/** The customer's previous orders, each with its status, number and date. */
export default function OrderHistory() {
  const pages = useOrderPages(ordersByPage, previousIds);
  return (
    <MemberPage title="Your Orders">
      <HistoryLinks />
      <PagedList
        pages={pages}
        what="your orders"
        empty={
          <Nothing title="You do not have any previous orders.">
            Once a box is complete, you will find it here with what you bought and what went back. Until then, your
            dashboard shows where it is.
          </Nothing>
        }
        moreLabel="Show More Orders"
        end="These are all of your previous orders."
      >
        {(order) => <Row order={order} />}
      </PagedList>
    </MemberPage>
  );
}

function Row({ order }: { order: Order }) {
  const { kept, exchanged } = itemsOf(order);
  const bought = [...kept, ...exchanged];
  // The customer has never seen the items of a lost box.
  const items = wasLost(order) ? [] : order.line_items;
  const picture = (bought[0] ?? items[0])?.image_url ?? parcel;
  return (
    <Link to={paths.pastOrder(order.id)} className={styles.row} data-entry={order.id}>
      <Illustration src={picture} ratio="4 / 5" className={styles.picture} />
      <span className={styles.words}>
        <span className={styles.date}>
          <DateText date={dateOf(order)} length="with year" />
        </span>{' '}
        <span className={styles.number}>Box {order.code}</span>{' '}
        <span className={styles.status}>{statusWords(order)}</span>{' '}
        {items.length > 0 ? <span className={styles.count}>{bought.length} bought</span> : null}
      </span>
    </Link>
  );
}
