import type { Order } from '~/api/order/orders';
import { DateText } from '~/components/calendar/DateText';
import { ButtonLink } from '~/components/form/ButtonLink';
import { LongText } from '~/components/layout/LongText';
import { MemberPage } from '~/components/layout/MemberPage';
import { PagedList } from '~/components/layout/PagedList';
import { paths } from '~/paths';
import { dateOf, deliveriesByPage, notedIds } from '../api';
import { Garments } from '../parts/Garments';
import { HistoryLinks } from '../parts/HistoryLinks';
import { Nothing } from '../parts/Nothing';
import { OrderHead } from '../parts/OrderHead';
import { useOrderPages } from '../parts/useOrderPages';
import styles from './StylistNotes.module.css';

/** For each box: the customer's note, the letter in the box, and its outfits. */
export default function StylistNotes() {
  const pages = useOrderPages(deliveriesByPage(), notedIds);
  return (
    <MemberPage title="Stylist notes" lead="What you wrote for each box, the letter in it, and its outfits.">
      <HistoryLinks />
      <div>
        <ButtonLink variant="secondary" to={paths.accountManagement}>
          Account Management
        </ButtonLink>
      </div>
      <PagedList
        pages={pages}
        what="your notes"
        empty={
          <Nothing title="No notes yet">
            With each box comes a letter on how to wear what is in it. Once the box is complete, you can read it again
            here.
          </Nothing>
        }
        moreLabel="Show More Orders"
        end="These are all of your notes."
      >
        {(order, place) => <Notes order={order} startsOpen={place === 0} />}
      </PagedList>
    </MemberPage>
  );
}

function Notes({ order, startsOpen }: { order: Order; startsOpen: boolean }) {
  return (
    <OrderHead
      order={order}
      heading={<DateText date={dateOf(order)} length="with year" />}
      aside={<>Box {order.code}</>}
      summary={order.outfits.map(({ title }) => title).join(' · ')}
      startsOpen={startsOpen}
    >
      <Letters order={order} />
      {order.outfits.map((outfit, index) => (
        <div key={outfit.id} className={styles.outfit}>
          <div className={styles.words}>
            <h3>
              <span className="eyebrow">OUTFIT {index + 1}</span> <span>{outfit.title}</span>
            </h3>
            {outfit.stylist_note ? <LongText text={outfit.stylist_note} what="how to wear it" /> : null}
          </div>
          <Garments items={outfit.line_items} brief />
        </div>
      ))}
    </OrderHead>
  );
}

/** The customer's note, and beside it the letter in the box, which is not an answer to the note. */
function Letters({ order: { on_demand_customer_msg: written, stylist_note: letter } }: { order: Order }) {
  if (!written && !letter) return null;
  return (
    <div className={styles.exchange}>
      {written ? (
        <figure className={styles.quote}>
          <figcaption className="eyebrow">You wrote</figcaption>
          <blockquote>
            <LongText text={written} what="your note" />
          </blockquote>
        </figure>
      ) : null}
      {letter ? (
        <figure className={styles.quote} data-by="shop">
          <figcaption className="eyebrow">The letter in your box</figcaption>
          <blockquote>
            <LongText text={letter} what="the letter" />
          </blockquote>
        </figure>
      ) : null}
    </div>
  );
}
