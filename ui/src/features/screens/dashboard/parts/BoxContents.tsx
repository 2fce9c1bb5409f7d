import type { LineItem, Order } from '~/api/order/orders';
import { Garment } from '~/components/media/Garment';
import garments from '~/components/media/Garment.module.css';
import { type TileGarments, wayBackKeptSize } from '~/core';
import styles from './BoxContents.module.css';

/** The brand, and the new size of an item that the customer keeps in another size. */
function detailsOf({ brand, claimed_kept, exchange_size }: LineItem): string {
  const size = claimed_kept ? wayBackKeptSize(exchange_size) : null;
  return size === null ? brand : `${brand} · ${size}`;
}

/** The garments of the box that core shows with the tile. */
export function BoxContents({ order, garments: { title, ids } }: { order: Order; garments: TileGarments }) {
  const items = order.line_items.filter(({ id }) => ids.includes(id));
  return (
    <section className={styles.contents} aria-labelledby="contents">
      <h2 id="contents" className={styles.title}>
        {title}
      </h2>
      <ul className={`${garments.list} ${styles.items}`}>
        {items.map((item) => (
          <li key={item.id} className={garments.item}>
            <Garment picture={item.image_url} name={item.description} details={detailsOf(item)} price={null} />
          </li>
        ))}
      </ul>
    </section>
  );
}
