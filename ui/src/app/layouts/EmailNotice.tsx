import { Banner } from '~/components/feedback/Banner';
import { messagesText } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './notice.module.css';

/** Says that emails to the customer's address bounce. The link opens the form that changes it. */
export default function EmailNotice({ email }: { email: string }) {
  const { pathname } = useLocation();
  return (
    <section className={styles.notice} aria-label="Your email address">
      <Banner>
        <div className={styles.words}>
          <p>
            {messagesText('email_bounced')} <strong className={styles.address}>{email}</strong>
          </p>
          <p>{messagesText('email_bounced_but_right')}</p>
          {pathname === paths.accountManagement ? null : (
            <p className={styles.links}>
              <Link to={paths.accountManagement}>Check my email address</Link>
            </p>
          )}
        </div>
      </Banner>
    </section>
  );
}
