import { type CSSProperties, type ReactNode, useId } from 'react';
import type { LineItem } from '~/api/order/orders';
import { Garments } from './Garments';
import styles from './ItemGroup.module.css';

interface ItemGroupProps {
  title: string;
  items: readonly LineItem[];
  /** The level of the heading: 2 below the screen's, 3 within an order of a list. */
  level: 2 | 3;
  /** Renders a control below each item. */
  action?: (item: LineItem) => ReactNode;
}

/**
 * Items of an order with the same outcome; shows nothing if there are none. It is no landmark, because a list of orders would
 * have many of the same name.
 */
export function ItemGroup({ title, items, level, action }: ItemGroupProps) {
  const id = useId();
  if (items.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={styles.group}
      style={{ '--count': items.length } as CSSProperties}
    >
      <Heading id={id} className={styles.title}>
        {title} <span className={styles.count}>{items.length}</span>
      </Heading>
      <Garments items={items} {...(action ? { action } : {})} />
    </div>
  );
}
