import { Outlet } from 'react-router';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import styles from './layouts.module.css';

/** Around signing in and signing up: the name above, the help below. */
export function EntryLayout() {
  return (
    <div className={styles.page}>
      <SiteHeader variant="entry" />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
