import { type LineItem, type Order, statusWords } from '~/api/order/orders';
import { DateText } from '~/components/calendar/DateText';
import { MemberPage } from '~/components/layout/MemberPage';
import { PagedList } from '~/components/layout/PagedList';
import { useSearchParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { dateOf, deliveriesByPage, itemsOf, purchaseIds } from '../api';
import { HistoryLinks } from '../parts/HistoryLinks';
import { ItemGroup } from '../parts/ItemGroup';
import { MoreLikeThis } from '../parts/MoreLikeThis';
import { Nothing } from '../parts/Nothing';
import { OrderHead } from '../parts/OrderHead';
import { SearchField } from '../parts/SearchField';
import { useOrderPages } from '../parts/useOrderPages';
import styles from './PurchaseHistory.module.css';

/** All items of the customer's boxes, grouped by outcome. */
export default function PurchaseHistory() {
  const [query, setQuery] = useSearchParams();
  const sought = (query.get('q') ?? '').trim();
  const pages = useOrderPages(deliveriesByPage(sought), purchaseIds);
  const isFound = sought !== '' && pages.items.length > 0;
  return (
    <MemberPage
      title="Purchase history"
      lead="Everything that you kept, exchanged and sent back, box by box. Ask for more like any piece, and we add it to the note for your next box."
    >
      <HistoryLinks />
      <SearchField sought={sought} onSearch={(q) => setQuery(new URLSearchParams(q === '' ? {} : { q }))} />
      <p role="status">
        {isFound ? `Boxes with “${sought}”` : null}
        {sought !== '' && pages.isThere && pages.reachedEnd && !isFound ? nothingFound(sought) : null}
      </p>
      <PagedList
        pages={pages}
        what="your purchases"
        empty={
          sought === '' ? (
            <Nothing title="Nothing bought yet">
              Once you have checked out a box and your returns are on their way, you will find here what you kept,
              exchanged and sent back.
            </Nothing>
          ) : null
        }
        moreLabel="Show More Orders"
        end={sought === '' ? 'These are all of your purchases.' : 'Those are all the boxes that have it.'}
      >
        {(order, place) => <Purchase key={sought} order={order} startsOpen={place === 0 || sought !== ''} />}
      </PagedList>
    </MemberPage>
  );
}

const nothingFound = (sought: string) => `Nothing in your boxes is called “${sought}”. Try a shorter word, or a brand.`;
const more = (item: LineItem) => <MoreLikeThis item={item} />;

function Purchase({ order, startsOpen }: { order: Order; startsOpen: boolean }) {
  const { kept, exchanged, returned } = itemsOf(order);
  const groups = [
    { title: 'Kept', items: kept },
    { title: 'Exchanged', items: exchanged },
    { title: 'Returned', items: returned },
  ].filter(({ items }) => items.length > 0);
  return (
    <OrderHead
      order={order}
      heading={<DateText date={dateOf(order)} length="with year" />}
      aside={
        <>
          {statusWords(order)} · <Link to={paths.pastOrder(order.id)}>Box {order.code}</Link>
        </>
      }
      summary={groups.map(({ title, items }) => `${title} ${items.length}`).join(' · ')}
      startsOpen={startsOpen}
    >
      <div className={styles.groups}>
        {groups.map(({ title, items }) => (
          <ItemGroup key={title} title={title} level={3} items={items} action={more} />
        ))}
      </div>
    </OrderHead>
  );
}
