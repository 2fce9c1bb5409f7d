import type { SuggestedItem } from '~/api/schema.gen';
import { Garment } from '~/components/media/Garment';
import garments from '~/components/media/Garment.module.css';
import { useOnce } from '~/lib/useOnce';
import { useFollowSuggestion } from '../api';
import styles from './KeptList.module.css';
import own from './Suggestions.module.css';

/** Items outside the box that suit the customer too. Each opens its page in the shop in a new tab. */
export function Suggestions({ items }: { items: readonly SuggestedItem[] }) {
  const follow = useFollowSuggestion();
  const once = useOnce();

  const open = async (id: string) => {
    // A browser opens a tab only on a press, not when the answer comes.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    try {
      const url = await follow.mutateAsync(id);
      (tab ?? window).location.href = url;
    } catch {
      tab?.close();
    }
  };

  return (
    <section className={styles.group} aria-labelledby="suggestions">
      <h2 id="suggestions" className={styles.title}>
        You might also like
      </h2>
      <ul className={`${garments.list} ${own.items}`}>
        {items.map(({ id, description, brand, image_url, retail_price }) => (
          <li key={id} className={garments.item}>
            <button
              type="button"
              className={`${garments.inner} ${own.item}`}
              onClick={() => void once(() => open(id))}
              aria-disabled={follow.isPending}
            >
              <Garment picture={image_url} name={description} details={brand} price={retail_price} />
              <span className="unseen"> (opens in a new tab)</span>
            </button>
          </li>
        ))}
      </ul>
      {follow.isError ? <p role="status">We can’t open this right now. Please try again.</p> : null}
    </section>
  );
}
