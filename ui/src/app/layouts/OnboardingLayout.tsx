import { Outlet } from 'react-router';
import { SiteHeader } from '~/components/layout/SiteHeader';
import styles from './layouts.module.css';

/** Around the way to the first box: nothing but the name above; the screens bring the bar with Next and Back. */
export function OnboardingLayout() {
  return (
    <div className={styles.page}>
      <SiteHeader variant="onboarding" />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
