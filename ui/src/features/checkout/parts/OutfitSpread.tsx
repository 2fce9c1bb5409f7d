import type { Outfit } from '~/api/orders';
import { Illustration } from '~/components/media/Illustration';
import { Price } from '~/components/money/Price';
import styles from './OutfitSpread.module.css';

/** Up to this many garments fit beside the text. */
const maxBesideText = 2;

/** An outfit with large pictures and the stylist's note. */
export function OutfitSpread({ outfit, number }: { outfit: Outfit; number: number }) {
  const id = `outfit-${number}`;
  return (
    <section
      className={styles.outfit}
      data-few={outfit.line_items.length <= maxBesideText}
      data-mirrored={number % 2 === 0}
      aria-labelledby={id}
    >
      <div className={styles.words}>
        <div>
          <p className="eyebrow">OUTFIT {number}</p>
          <h2 id={id}>{outfit.title}</h2>
        </div>
        {outfit.stylist_note ? <p className={styles.note}>{outfit.stylist_note}</p> : null}
      </div>
      <ul className={styles.garments} data-odd={outfit.line_items.length % 2 === 1}>
        {outfit.line_items.map((item) => (
          <li key={item.id} className={styles.garment}>
            <Illustration src={item.image_url} eager={number === 1} />
            <div className={styles.caption}>
              <p className={styles.name}>{item.description}</p>
              <p className={styles.details}>
                {item.brand} · {item.color} · {item.size}
              </p>
              <p className={styles.details}>
                <Price amount={item.retail_price} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
