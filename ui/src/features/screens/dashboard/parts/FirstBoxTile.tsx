import parcel from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import type { FirstBox, FirstBoxWords } from '~/core';
import styles from './FirstBoxTile.module.css';
import { Tile } from '~/components/layout/Tile';

interface FirstBoxTileProps {
  firstBox: FirstBox;
  words: FirstBoxWords;
}

/** The tile of a customer without a first box: the finished and open steps, and a link to the next one. */
export function FirstBoxTile({ firstBox: { steps, next }, words }: FirstBoxTileProps) {
  return (
    <Tile picture={parcel} eyebrow={words.eyebrow} title={words.title}>
      <p>{words.text}</p>
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
