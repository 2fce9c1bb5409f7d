import type { ReactNode } from 'react';
import { useMayBeSignedIn, useSignOut } from '~/api/account/sessions';
import { brand } from '~/core';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { useTabletStore } from '~/lib/tablet';
import { paths } from '~/paths';
import styles from './SiteHeader.module.css';

interface SiteHeaderProps {
  variant: 'entry' | 'onboarding' | 'member';
  /** The navigation. */
  children?: ReactNode;
}

/** The header: the product's name and the navigation. */
export function SiteHeader({ variant, children }: SiteHeaderProps) {
  const { product, retailer } = brand();
  const signedIn = useMayBeSignedIn();
  const isTablet = useTabletStore() !== null;
  return (
    <header className={styles.header}>
      <Link to={variant === 'member' ? paths.dashboard : paths.welcome} className={styles.name}>
        <span className={styles.product}>{product}</span> <span className={styles.retailer}>by {retailer}</span>
      </Link>
      {children}
      <div className={styles.end}>
        {variant === 'entry' ? <EntryLink isTablet={isTablet} /> : signedIn && !isTablet ? <SignOut /> : null}
      </div>
    </header>
  );
}

/** On a store's tablet a customer has Finish in the tablet's own bar instead. */
function EntryLink({ isTablet }: { isTablet: boolean }) {
  const { pathname } = useLocation();
  const signedIn = useMayBeSignedIn();
  if (signedIn && isTablet) return null;
  if (signedIn && pathname !== paths.login) {
    return (
      <Link to={paths.dashboard} className={styles.link}>
        My dashboard
      </Link>
    );
  }
  return pathname === paths.login ? (
    <Link to={paths.register} className={styles.link}>
      Create account
    </Link>
  ) : (
    <Link to={paths.login} className={styles.link}>
      Sign in
    </Link>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  // The screen changes first, because an open screen would load the customer again after the session is gone.
  const leave = async () => {
    await navigate(paths.login);
    signOut.mutate();
  };
  return (
    <button type="button" className={styles.link} onClick={() => void leave()}>
      Sign out
    </button>
  );
}
