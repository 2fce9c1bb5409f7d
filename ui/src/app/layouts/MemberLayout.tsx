import { lazy, Suspense } from 'react';
import { useKnownAccount } from '~/api/account';
import { MemberNav } from '~/components/layout/MemberNav';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import { useLocation } from '~/lib/router/hooks';
import { Outlet } from '~/lib/router/Outlet';
import { paths } from '~/paths';
import styles from './layouts.module.css';

/** Few accounts are being closed. */
const ClosingNotice = lazy(() => import('./ClosingNotice'));

/** Few addresses take no emails. */
const EmailNotice = lazy(() => import('./EmailNotice'));

/** To few addresses nothing can be delivered. */
const AddressNotice = lazy(() => import('./AddressNotice'));

/** What is ordered here is refused while the account is being closed. */
const newBoxes: readonly string[] = [
  paths.orderBox,
  paths.orderPickup,
  paths.orderChosenPickup,
  paths.orderChoice,
  paths.themeBox,
  paths.orderThemeBox,
];

/**
 * The layout of the members' area. Above each screen it says if emails or boxes do not reach the customer, and if the account is being
 * closed: that also in place of the screens that order.
 */
export function MemberLayout() {
  const account = useKnownAccount();
  const closing = account?.closing;
  const wrongAddress = account?.shipping_addresses.find(({ undeliverable }) => undeliverable);
  const isRefused = newBoxes.includes(useLocation().pathname.replace(/\/+$/, ''));
  return (
    <div className={styles.page}>
      <SiteHeader variant="member">
        <MemberNav />
      </SiteHeader>
      <main id="main" className={styles.main} data-loads>
        {account?.email_bounced ? (
          <Suspense>
            <EmailNotice email={account.email} />
          </Suspense>
        ) : null}
        {wrongAddress ? (
          <Suspense>
            <AddressNotice address={wrongAddress} />
          </Suspense>
        ) : null}
        {closing ? (
          <Suspense>
            <ClosingNotice closing={closing} isAlone={isRefused} />
          </Suspense>
        ) : null}
        {closing && isRefused ? null : <Outlet />}
      </main>
      <SiteFooter />
    </div>
  );
}
