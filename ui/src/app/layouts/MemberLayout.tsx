import { Suspense } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { latePart, optionalPart } from '~/components/feedback/latePart';
import { lateScreen } from '~/components/layout/lateScreen';
import { MemberNav } from '~/components/layout/MemberNav';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { SiteHeader } from '~/components/layout/SiteHeader';
import { useLocation } from '~/lib/router/hooks';
import { Outlet } from '~/lib/router/Outlet';
import { paths } from '~/paths';
import styles from './layouts.module.css';

/** Loaded on demand: few accounts are being closed. */
const loadClosing = () => import('./ClosingNotice');
const ClosingNotice = latePart(loadClosing);
const refusedTitle = 'Your next box';
const ClosingScreen = lateScreen(refusedTitle, loadClosing);

/** Loaded on demand: few email addresses bounce. */
const EmailNotice = optionalPart(() => import('./EmailNotice'));

/** Loaded on demand: few addresses are undeliverable. */
const AddressNotice = optionalPart(() => import('./AddressNotice'));

/** The screens that order boxes. Orders are refused while the account is being closed. */
const newBoxes: readonly string[] = [
  paths.orderBox,
  paths.orderPickup,
  paths.orderChosenPickup,
  paths.orderChoice,
  paths.themeBox,
  paths.orderThemeBox,
];

/**
 * The layout of the members' area. Above each screen, notices say if emails or boxes do not reach the customer, and if the
 * account is being closed. The last one replaces the screens that order boxes.
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
            {isRefused ? <ClosingScreen closing={closing} title={refusedTitle} /> : <ClosingNotice closing={closing} />}
          </Suspense>
        ) : null}
        {closing && isRefused ? null : <Outlet />}
      </main>
      <SiteFooter />
    </div>
  );
}
