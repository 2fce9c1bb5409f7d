import { whyFailed } from '~/api/errors';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { useAdvance } from '../demo';
import styles from './DemoBar.module.css';

/** A bar with a button that moves the customer's box forward. It is for demo mode, in which there is no stylist or carrier. */
export function DemoBar() {
  const advance = useAdvance();
  return (
    <section className={styles.bar} aria-label="Demo">
      <div className={styles.inner}>
        <Button
          variant="quiet"
          failure={whyFailed(advance.error)}
          onClick={() => advance.mutate()}
          busy={advance.isPending}
        >
          Demo: move my box on
        </Button>
        <p role="status" className={styles.news}>
          {advance.data ? `Box ${advance.data.code} is now: ${messagesText(advance.data.status)}.` : null}
        </p>
      </div>
    </section>
  );
}
