import type { Closing } from '~/api/schema.gen';
import ClosingWords from '~/components/account/ClosingWords';
import { Banner } from '~/components/feedback/Banner';
import { PageTitle } from '~/components/layout/PageTitle';
import { messagesText } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './notice.module.css';

interface ClosingNoticeProps {
  closing: Closing;
  /** The title of the screen that the notice replaces, because the screen orders something. */
  title?: string;
}

/** Says what an account that is being closed still waits for, and that it cannot order anything, with links. */
export default function ClosingNotice({ closing, title }: ClosingNoticeProps) {
  const { pathname } = useLocation();
  // That screen says all of this itself.
  if (pathname === paths.accountManagement) return null;
  return (
    <section className={styles.notice} aria-label="Closing your account">
      {title === undefined ? null : <PageTitle>{title}</PageTitle>}
      <Banner>
        <div className={styles.words}>
          <ClosingWords closing={closing} />
          <p>{messagesText('closing_begins_nothing')}</p>
          <p className={styles.links}>
            {closing.waits_for.length === 0 || pathname === paths.dashboard ? null : (
              <Link to={paths.dashboard}>See what is open</Link>
            )}
            <Link to={paths.accountManagement}>Keep my account after all</Link>
          </p>
        </div>
      </Banner>
    </section>
  );
}
