import type { LineItem } from '~/api/order/orders';
import { Garment } from '~/components/media/Garment';
import garments from '~/components/media/Garment.module.css';
import { type Action, decisionFromLineItem } from '~/core';
import styles from './KeptList.module.css';

const groups: { action: Action; title: string }[] = [
  { action: 'Keep', title: 'You keep' },
  { action: 'Exchange', title: 'You exchange' },
  { action: 'Return', title: 'You return' },
];

/** The kept, exchanged and returned items, as the server has them. */
export function KeptList({ items }: { items: readonly LineItem[] }) {
  return groups.map(({ action, title }) => {
    const inGroup = items.filter((item) => decisionFromLineItem(item) === action);
    return inGroup.length === 0 ? null : (
      <section key={action} aria-labelledby={action} className={styles.group}>
        <h2 id={action} className={styles.title}>
          {title}
        </h2>
        <ul className={`${garments.list} ${styles.items}`} data-small={action === 'Return'}>
          {inGroup.map((item) => (
            <li key={item.id} className={garments.item}>
              <Garment
                picture={item.image_url}
                name={item.description}
                details={`${item.brand} · ${item.size}${action === 'Exchange' ? ` to ${item.exchange_size}` : ''}`}
                price={action === 'Return' ? null : item.retail_price}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
