import type { Outfit } from '~/api/order/orders';
import { LongText } from '~/components/layout/LongText';
import { Garment } from '~/components/media/Garment';
import garments from '~/components/media/Garment.module.css';
import styles from './OutfitSpread.module.css';

/** Up to this many garments fit beside the text. */
const maxBesideText = 2;

/** An outfit with large pictures and how to wear it. */
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
        {outfit.stylist_note ? (
          <p className={styles.note}>
            <LongText text={outfit.stylist_note} what="the note of this outfit" />
          </p>
        ) : null}
      </div>
      <ul className={`${garments.list} ${styles.garments}`} data-odd={outfit.line_items.length % 2 === 1}>
        {outfit.line_items.map((item) => (
          <li key={item.id} className={garments.item}>
            <Garment
              picture={item.image_url}
              eager={number === 1}
              name={item.description}
              details={`${item.brand} · ${item.color} · ${item.size}`}
              price={item.retail_price}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
