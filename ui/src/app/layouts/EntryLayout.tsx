import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import { Outlet } from '~/lib/router/Outlet';
import styles from './layouts.module.css';

/** The layout of signing in and signing up. */
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
