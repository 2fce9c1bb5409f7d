import type { ReactNode } from 'react';
import parcel from '~/assets/boxes/parcel.svg';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { TextButton } from '~/components/form/TextButton';
import { Illustration } from '~/components/media/Illustration';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { focusHeading } from '~/lib/focusHeading';
import styles from './ChosenThemeBox.module.css';
import type { ThemeChoice } from './useThemeChoice';

interface ChosenThemeBoxProps {
  choice: ThemeChoice;
  /** A line above the theme's name. */
  thanks: ReactNode;
  /** Whether the screen itself shows the picture if it is wide enough. */
  pictureIsBeside?: boolean;
}

/** The chosen theme box with its picture and description, or why there is none. Its space is reserved while it loads. */
export function ChosenThemeBox({ choice, thanks, pictureIsBeside = false }: ChosenThemeBoxProps) {
  const { box, state } = choice;
  return (
    <section className={styles.chosen} aria-label="Your theme box" aria-live="polite" aria-busy={state === 'loading'}>
      {choice.isUnknown ? <p className={styles.note}>{unknownWords(choice)}</p> : null}
      {state === 'loading' ? <Waiting beside={pictureIsBeside} /> : null}
      {state === 'failed' ? (
        <Note>
          <p>We can’t look up your theme box right now. Your choice is kept.</p>
          <p className={styles.links}>
            <Button variant="quiet" onClick={choice.retry}>
              Try again
            </Button>
            <TextButton onClick={() => withdraw(choice)}>Continue without it</TextButton>
          </p>
        </Note>
      ) : null}
      {box ? (
        <div className={styles.box} data-beside={pictureIsBeside}>
          <Illustration src={box.attachment.href} eager className={styles.picture} />
          <div className={styles.words}>
            <p className="eyebrow">{thanks}</p>
            <p className={styles.label}>{box.label}</p>
            <p className={styles.description}>{box.description}</p>
            <p className={styles.links}>
              <Link to={paths.themeBox}>Choose another</Link>
              <TextButton onClick={() => withdraw(choice)}>Continue without it</TextButton>
            </p>
          </div>
        </div>
      ) : null}
      {state === 'ready' && !box ? (
        <div className={styles.box} data-beside={pictureIsBeside}>
          <Illustration src={parcel} className={styles.picture} />
          <Note>
            {choice.isUnknown ? null : <p>You have not chosen a theme box yet. You can also continue without one.</p>}
            <Link to={paths.themeBox}>Choose a theme box</Link>
          </Note>
        </div>
      ) : null}
    </section>
  );
}

/** Withdraws the choice. The focus moves to the heading, because the button disappears. */
function withdraw(choice: ThemeChoice): void {
  choice.forget();
  focusHeading({ scrolls: true });
}

const unknownWords = ({ box }: ThemeChoice) =>
  box
    ? 'The theme box in your link is not available right now. Your earlier choice is kept.'
    : 'The theme box in your link is not available right now. You can choose another, or continue without one.';

const Note = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;

const Waiting = ({ beside }: { beside: boolean }) => (
  <div className={styles.box} data-beside={beside}>
    <div className={styles.blank} />
    <Spinner label="Looking up your theme box" />
  </div>
);
