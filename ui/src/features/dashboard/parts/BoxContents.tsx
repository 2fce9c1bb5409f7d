import type { LineItem, Order } from '~/api/orders';
import { Illustration } from '~/components/media/Illustration';
import type { TileKind } from '~/core';
import styles from './BoxContents.module.css';

const tryingOn = (): boolean => true;
const kept = (item: LineItem): boolean => item.claimed_kept === true;

/** Which garments each kind of tile shows. Before the box arrives, they are a surprise. */
const shown: Partial<Record<TileKind, { title: string; which: (item: LineItem) => boolean }>> = {
  time_to_check_out: { title: 'In your box', which: tryingOn },
  checkout_complete: { title: 'Yours to keep', which: kept },
  return_shipped: { title: 'Yours to keep', which: kept },
  return_received: { title: 'Yours to keep', which: kept },
};

/** The garments of the box, if the tile shows any. */
export function BoxContents({ order, kind }: { order: Order; kind: TileKind }) {
  const show = shown[kind];
  const items = show ? order.line_items.filter(show.which) : [];
  if (!show || items.length === 0) return null;
  return (
    <section className={styles.contents} aria-labelledby="contents">
      <h2 id="contents" className={styles.title}>
        {show.title}
      </h2>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Illustration src={item.image_url} />
            <p className={styles.name}>{item.description}</p>
            <p className={styles.brand}>{item.brand}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
