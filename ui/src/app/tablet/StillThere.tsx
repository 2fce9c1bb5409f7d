import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { leave } from './leave';
import styles from './StoreTablet.module.css';

/** A screen reader announces the seconds that are left only at these times. Every second would be disturbing. */
const spokenAt: readonly number[] = [20, 10];

interface StillThereProps {
  secondsLeft: number;
  onStay: () => void;
}

/** Asks a customer who has not touched the tablet for a while whether they are still there. */
export function StillThere({ secondsLeft, onStay }: StillThereProps) {
  const spoken = spokenAt.findLast((seconds) => secondsLeft <= seconds);
  return (
    <Dialog isOpen onClose={onStay} title="Are you still there?">
      <p>If you do not answer, this tablet forgets you and starts over. What you have saved stays in your account.</p>
      <p className={styles.left} aria-hidden="true">
        {secondsLeft}
      </p>
      <p className="unseen" role="status">
        {spoken === undefined ? null : `${spoken} seconds left`}
      </p>
      <div className={styles.answers}>
        <Button onClick={onStay}>I’m still here</Button>
        <Button variant="quiet" onClick={leave}>
          Finish
        </Button>
      </div>
    </Dialog>
  );
}
