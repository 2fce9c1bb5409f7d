import type { ShuffleCard } from '~/api/style/questionnaire';
import styles from './LikedOutfits.module.css';

/** Small pictures of the liked outfits, the latest first. */
export function LikedOutfits({ cards }: { cards: readonly ShuffleCard[] }) {
  if (cards.length === 0) return null;
  return (
    <div className={styles.liked}>
      <h2 className="eyebrow">You liked</h2>
      <ul className={styles.list}>
        {cards.toReversed().map(({ id, title, image }) => (
          <li key={id} className={styles.item}>
            <img src={image} alt={title} />
          </li>
        ))}
      </ul>
    </div>
  );
}
