import type { Order } from '~/api/orders';
import { Illustration } from '~/components/media/Illustration';
import type { TileGarments } from '~/core';
import styles from './BoxContents.module.css';

/** The garments of the box that core shows with the tile. */
export function BoxContents({ order, garments: { title, ids } }: { order: Order; garments: TileGarments }) {
  const items = order.line_items.filter(({ id }) => ids.includes(id));
  return (
    <section className={styles.contents} aria-labelledby="contents">
      <h2 id="contents" className={styles.title}>
        {title}
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
