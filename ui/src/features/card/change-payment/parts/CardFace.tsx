import type { MaskedCardInfo } from '~/api/schema.gen';
import styles from './CardFace.module.css';

/** A drawing of a card on file: its brand, its last four digits and its expiration. */
export function CardFace({ card, holder }: { card: MaskedCardInfo; holder: string }) {
  return (
    <div className={styles.card}>
      <p className={styles.brand}>{card.brand}</p>
      <p className={styles.number}>
        <span aria-hidden="true">•••• •••• •••• </span>
        <span className="unseen">ending in </span>
        {card.last_four}
      </p>
      <p className={styles.line}>
        <span>{holder}</span>
        <span>
          <span className="unseen">ends </span>
          {card.expiration}
        </span>
      </p>
    </div>
  );
}
