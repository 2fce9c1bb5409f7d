import { Outlet, useLocation } from 'react-router';
import { useSendPickup } from '~/api/plannedPickup';
import { SiteHeader } from '~/components/layout/SiteHeader';
import styles from './layouts.module.css';

/** The layout from sign-up to the first box: only a header. The screens bring their own bar with Back and Next. */
export function OnboardingLayout() {
  useSendPickup(useLocation().pathname);
  return (
    <div className={styles.page}>
      <SiteHeader variant="onboarding" />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
