import type { ReactNode } from 'react';
import styles from './OnboardingStep.module.css';
import { ProgressBar, type ProgressSection } from './ProgressBar';
import { SaveNote } from '~/components/feedback/SaveNote';

interface OnboardingStepProps {
  progress: readonly ProgressSection[];
  current: string;
  /** A small line above the step: which of how many it is. */
  count?: string | undefined;
  /** Whether the answers are kept; nothing where there is nobody to keep them for yet. */
  saved?: 'saved' | 'saving' | 'unsaved' | undefined;
  /** What stands at the foot: the bar with Back and Next. */
  bar: ReactNode;
  children: ReactNode;
}

/** A step on the way to the first box: how far it is above, the step, and where to go below. */
export function OnboardingStep({ progress, current, count, saved, bar, children }: OnboardingStepProps) {
  return (
    <div className={styles.step}>
      <div className={styles.top}>
        <ProgressBar label="Your progress" sections={progress} current={current} />
      </div>
      <div className={styles.line}>
        <p className="eyebrow">{count}</p>
        {saved ? <SaveNote state={saved} /> : null}
      </div>
      <div className={styles.content}>{children}</div>
      {bar}
    </div>
  );
}
