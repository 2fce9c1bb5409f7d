import parcel from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import type { FirstBox } from '~/core';
import styles from './FirstBoxTile.module.css';
import { Tile } from './Tile';

/** The tile of a customer without a first box: which steps are done, and a link to the next one. */
export function FirstBoxTile({ firstBox: { steps, next } }: { firstBox: FirstBox }) {
  return (
    <Tile picture={parcel} eyebrow="Your first box" title="Let us get to know you">
      <p>A few questions, and a stylist begins to choose for you. Your answers are kept as you give them.</p>
      <ol className={styles.steps}>
        {steps.map(({ label, is_done }) => (
          <li key={label} className={styles.step} data-done={is_done}>
            {label}
            <span className={styles.state}>{is_done ? 'Done' : 'Open'}</span>
          </li>
        ))}
      </ol>
      <ButtonLink to={next}>Continue</ButtonLink>
    </Tile>
  );
}
