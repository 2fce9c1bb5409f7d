import parcel from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import type { FirstBox } from '~/core';
import styles from './FirstBoxTile.module.css';
import { Tile } from '~/components/layout/Tile';

/** What is said by the steps that are open: all of the questions may be answered. */
const answersAreOpen = {
  title: 'Let us get to know you',
  text: 'A few questions, and we can start choosing for you. Your answers are saved as you go.',
};
const cardIsOpen = {
  title: 'One step to your first box',
  text: 'All your answers are here. What is left is your card.',
};
const dayIsOpen = {
  title: 'Choose the day of your first box',
  text: 'All your answers are here. Choose the day of your first box, and we put it together.',
};

/** The tile of a customer without a first box: which steps are done, and a link to the next one. */
export function FirstBoxTile({ firstBox: { steps, next } }: { firstBox: FirstBox }) {
  const open = steps.filter(({ is_done }) => !is_done);
  const words = open.length === 0 ? dayIsOpen : open[0] === steps.at(-1) ? cardIsOpen : answersAreOpen;
  return (
    <Tile picture={parcel} eyebrow="Your first box" title={words.title}>
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
