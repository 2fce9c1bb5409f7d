import type { ComponentProps } from 'react';
import { Button } from '~/components/form/Button';
import { BottomBar } from './BottomBar';
import styles from './StepBar.module.css';

/** The other props are those of the button Next. */
interface StepBarProps
  extends Pick<ComponentProps<typeof Button>, 'missing' | 'blocked' | 'onBlocked' | 'busy' | 'failure'> {
  onNext: () => void;
  nextLabel?: string;
  onBack?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  /** Shows a note about required questions. */
  required?: boolean;
}

/** The bar of a step: Back and Cancel if given, and Next. */
export function StepBar({ onNext, nextLabel = 'Next', onBack, onCancel, required = true, ...next }: StepBarProps) {
  return (
    <BottomBar>
      <div className={styles.inner}>
        <div className={styles.back}>
          {onBack ? (
            <Button variant="quiet" onClick={onBack}>
              Back
            </Button>
          ) : null}
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
        {required ? <p className={styles.notice}>*Please answer all required questions</p> : null}
        <Button {...next} className={styles.next} onClick={onNext}>
          <span className="unseen">{nextLabel}</span>
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className={styles.arrow}>
            <path d="M4 12h15M13 6l6 6-6 6" fill="none" stroke="currentColor" strokeWidth="1.500" />
          </svg>
        </Button>
      </div>
    </BottomBar>
  );
}
