import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './Unavailable.module.css';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

/** Shown if a step of the sign-up could not be loaded. */
export function Unavailable({ title, retry }: { title: string; retry: () => void }) {
  return (
    <div className={styles.unavailable}>
      <PageTitle lead="Your answers so far are saved.">{title}</PageTitle>
      <Button ref={useFocusAfterPress()} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
