import { useKnownAccount } from '~/api/account/record';
import { useSessionOver } from '~/api/account/sessionEnd';
import { remember, suspendSession } from '~/lib/memory';
import { Link } from '~/lib/router/Link';
import { screenPath } from '~/lib/screenPath';
import { paths } from '~/paths';
import { coversTop } from './coveringBar';
import styles from './SessionOver.module.css';

/** Says that the session has ended, on a screen that visitors may see too. The screen stays open with what was typed. */
export function SessionOver() {
  const isOver = useSessionOver();
  const customer = useKnownAccount()?.id ?? null;
  const leave = () => {
    suspendSession(customer);
    remember('redirectTo', screenPath());
  };
  if (!isOver) return null;
  return (
    <p ref={coversTop} className={styles.note} role="alert">
      You are no longer signed in.{' '}
      <Link to={paths.login} onClick={leave}>
        Sign in
      </Link>{' '}
      to continue.
    </p>
  );
}
