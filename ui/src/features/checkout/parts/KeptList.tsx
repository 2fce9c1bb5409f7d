import type { LineItem } from '~/api/orders';
import { Illustration } from '~/components/media/Illustration';
import { Price } from '~/components/money/Price';
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
        <ul className={styles.items} data-small={action === 'Return'}>
          {inGroup.map((item) => (
            <li key={item.id}>
              <Illustration src={item.image_url} />
              <p className={styles.name}>{item.description}</p>
              <p className={styles.details}>
                {item.brand} · {item.size}
                {action === 'Exchange' ? ` to ${item.exchange_size}` : ''}
              </p>
              {action === 'Return' ? null : (
                <p className={styles.details}>
                  <Price amount={item.retail_price} />
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
