import { useEffect, useRef, useState } from 'react';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './MemberNav.module.css';

const entries = [
  { to: paths.dashboard, label: 'Dashboard', holds: [] },
  { to: paths.styleProfile, label: 'Style profile', holds: [paths.editProfile('')] },
  { to: paths.orderHistory, label: 'Orders', holds: [paths.purchaseHistory, paths.stylistNotes] },
  { to: paths.referFriend, label: 'Refer a friend', holds: [] },
  { to: paths.accountManagement, label: 'Account', holds: [paths.manageSubscription, paths.changePayment] },
] as const;

/** How an entry is marked: `page` for the open page, `true` for the entry to which the open page belongs. */
function currentOf({ to, holds }: (typeof entries)[number], pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return [`${to}/`, ...holds].some((path) => pathname.startsWith(path)) ? 'true' : undefined;
}

/** The members' menu. On a phone or a tablet a button opens it below the header. */
export function MemberNav() {
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  // Opening another screen closes the menu.
  const open = openedOn === pathname;
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const close = () => setOpenedOn(null);
    const leave = ({ target }: Event) => target instanceof Node && !nav.current?.contains(target) && close();
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  /**
   * The open screen's own entry opens no other screen, so the button gets the focus. If another screen opens, its heading
   * gets it.
   */
  const closeOnEntry = () => {
    setOpenedOn(null);
    button.current?.focus();
  };

  return (
    <nav ref={nav} aria-label="Members">
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls="members-menu"
        onClick={() => setOpenedOn(open ? null : pathname)}
      >
        Menu
      </button>
      <ul id="members-menu" className={styles.list} data-open={open}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              className={styles.link}
              aria-current={currentOf(entry, pathname)}
              onClick={open ? closeOnEntry : undefined}
            >
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
