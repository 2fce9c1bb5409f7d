import { useSendPickup } from '~/api/delivery/plannedPickup';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import { useLocation } from '~/lib/router/hooks';
import { Outlet } from '~/lib/router/Outlet';
import styles from './layouts.module.css';

/** The layout from sign-up to the first box. The screens bring their own bar with Back and Next. */
export function OnboardingLayout() {
  useSendPickup(useLocation().pathname);
  // The footer is always below the first screenful, so that the bar does not move from step to step.
  return (
    <>
      <div className={styles.page}>
        <SiteHeader variant="onboarding" />
        <main id="main" className={styles.main}>
          <Outlet />
        </main>
      </div>
      <SiteFooter />
    </>
  );
}
