import { Outlet } from 'react-router';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import styles from './layouts.module.css';

/** The layout of the members' area. */
export function MemberLayout() {
  return (
    <div className={styles.page}>
      <SiteHeader variant="member" />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
