import parcel from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import type { FirstBox } from '~/core';
import styles from './FirstBoxTile.module.css';
import { Tile } from '~/components/layout/Tile';

/** The tile of a customer without a first box: which steps are done, and a link to the next one. */
export function FirstBoxTile({ firstBox: { steps, next } }: { firstBox: FirstBox }) {
  const isReady = steps.every(({ is_done }) => is_done);
  return (
    <Tile
      picture={parcel}
      eyebrow="Your first box"
      title={isReady ? 'Choose the day of your first box' : 'Let us get to know you'}
    >
      <p>
        {isReady
          ? 'All your answers are here. Choose the day of your first box, and we put it together.'
          : 'A few questions, and we can start choosing for you. Your answers are saved as you go.'}
      </p>
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
