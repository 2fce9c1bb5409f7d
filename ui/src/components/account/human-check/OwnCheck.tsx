import { useId } from 'react';
import { ReloadButton } from '~/components/feedback/ReloadButton';
import styles from './HumanCheck.module.css';
import { shownCheck } from './ownCheckModel';
import { useOwnCheck } from './useOwnCheck';

interface OwnCheckProps {
  onToken: (token: string) => void;
  /** Called when the box is ticked. `work` resolves once there is a token, or once it is known that there will be none. */
  onWork: (work: Promise<void>) => void;
  /** The element with the form's message; undefined while there is none. */
  messageId: string | undefined;
}

/**
 * Our own human check: a checkbox, and Altcha's proof of work. Altcha's own widget does the same, but its code
 * would delay the first visit of every form (docs/performance.md).
 */
export default function OwnCheck({ onToken, onWork, messageId }: OwnCheckProps) {
  const id = useId();
  const { state, begin, cancel } = useOwnCheck(onToken);
  const { label, isTicked, isBusy, failure, offersReload } = shownCheck(state);
  return (
    <div>
      <label className={styles.tick} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isTicked}
          aria-busy={isBusy}
          aria-required
          aria-invalid={messageId !== undefined}
          aria-describedby={[failure && `${id}-failure`, messageId].filter(Boolean).join(' ') || undefined}
          onChange={({ target }) => (target.checked ? onWork(begin()) : cancel())}
        />
        <span aria-live="polite">{label}</span>
      </label>
      <p id={`${id}-failure`} className={styles.failure} role="alert">
        {failure}
      </p>
      {offersReload ? (
        <p className={styles.reload}>
          <ReloadButton mayLoseTyped />
        </p>
      ) : null}
    </div>
  );
}
