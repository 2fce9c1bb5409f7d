import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './HistoryLinks.module.css';

const links = [
  { to: paths.orderHistory, text: 'Orders' },
  { to: paths.purchaseHistory, text: 'Purchase history' },
  { to: paths.stylistNotes, text: 'Stylist notes' },
];

/** Links between the screens about earlier boxes. */
export function HistoryLinks() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Your boxes so far" className={styles.links}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
