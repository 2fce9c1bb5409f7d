import type { ReactNode } from 'react';
import type { LineItem } from '~/api/order/orders';
import { Garment } from '~/components/media/Garment';
import garments from '~/components/media/Garment.module.css';
import { messagesText } from '~/core';
import styles from './Garments.module.css';

interface GarmentsProps {
  items: readonly LineItem[];
  /** Whether only the description and the brand are shown with the picture; otherwise color, size and price too. */
  brief?: boolean;
  /** Renders a control below an item's details. */
  action?: (item: LineItem) => ReactNode;
}

/** Garments as small pictures with their details. */
export const Garments = ({ items, brief = false, action }: GarmentsProps) => (
  <ul className={`${garments.list} ${styles.items}`}>
    {items.map((item) => (
      <li key={item.id} className={garments.item}>
        <Garment
          picture={item.image_url}
          name={item.description}
          details={brief ? item.brand : `${item.brand} · ${item.color} · ${item.size}`}
          price={brief ? null : item.retail_price}
        >
          {brief || !item.exchange_size ? null : <p className={styles.note}>Exchanged for size {item.exchange_size}</p>}
          {brief || !item.written_off || item.paid_for ? null : (
            <p className={styles.note}>{messagesText(item.written_off)}</p>
          )}
          {action?.(item)}
        </Garment>
      </li>
    ))}
  </ul>
);
