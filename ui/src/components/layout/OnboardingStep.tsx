import type { ReactNode } from 'react';
import { SaveNote, type SaveState } from '~/components/feedback/SaveNote';
import styles from './OnboardingStep.module.css';
import { ProgressBar, type ProgressSection } from './ProgressBar';
import { SessionOver } from './SessionOver';

interface OnboardingStepProps {
  /** Left out before the quiz. */
  progress?: readonly ProgressSection[];
  current?: string;
  /** The step's number, in a small line above it. */
  count?: string | undefined;
  /** Whether the answers are saved; undefined for a visitor, and while there are none. */
  saved?: SaveState | undefined;
  /** The bar at the bottom, with Back and Next. */
  bar: ReactNode;
  children: ReactNode;
}

/** A step of the onboarding: progress at the top, the step, the bar below. */
export function OnboardingStep({ progress, current = '', count, saved, bar, children }: OnboardingStepProps) {
  return (
    <div className={styles.step}>
      <SessionOver />
      {progress ? (
        <div className={styles.top}>
          <ProgressBar label="Your progress" sections={progress} current={current} />
        </div>
      ) : null}
      <div className={styles.line}>
        <p className="eyebrow">{count}</p>
        {saved ? <SaveNote state={saved} /> : null}
      </div>
      <div className={styles.content}>{children}</div>
      {bar}
    </div>
  );
}
