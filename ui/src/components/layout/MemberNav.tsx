import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '~/paths';
import styles from './MemberNav.module.css';

const entries = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.styleProfile, label: 'Style profile' },
  { to: paths.orderHistory, label: 'Orders' },
  { to: paths.referFriend, label: 'Refer a friend' },
  { to: paths.accountManagement, label: 'Account' },
] as const;

/** The members' menu. On a phone and a tablet it opens below the header by a button. */
export function MemberNav() {
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  // Another screen closes it.
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

  /** The entry of the open screen leads to no other one. If another opens, its heading takes the focus from the button. */
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
        {entries.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={styles.link ?? ''} onClick={open ? closeOnEntry : undefined}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
