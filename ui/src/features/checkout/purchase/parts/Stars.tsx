import { useId } from 'react';
import { policy } from '~/core';
import { REVIEW_STAR_PX } from '~/styles/layout';
import styles from './Stars.module.css';

/** A rating of up to `review_max_stars` stars; `N/A` if there is none. */
export function Stars({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const { review_max_stars } = policy();
  const stars = Array.from({ length: review_max_stars }, (_, index) => index + 1);
  return (
    <fieldset role="radiogroup">
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        {stars.map((star) => (
          <label key={star} className={styles.star} data-lit={value !== null && star <= value}>
            <input
              type="radio"
              name={id}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              className={styles.control}
            />
            <span className="unseen">{star === 1 ? '1 star' : `${star} stars`}</span>
            <svg viewBox="0 0 24 24" width={REVIEW_STAR_PX} height={REVIEW_STAR_PX} aria-hidden="true">
              <path
                d="m12 2.600 2.900 6 6.500.900-4.700 4.600 1.100 6.500L12 17.500l-5.800 3.100 1.100-6.500L2.600 9.500l6.500-.900Z"
                stroke="currentColor"
                strokeWidth="1.100"
                strokeLinejoin="round"
              />
            </svg>
          </label>
        ))}
        <output className={styles.value}>{value === null ? 'N/A' : `${value} of ${stars.length}`}</output>
      </div>
    </fieldset>
  );
}
