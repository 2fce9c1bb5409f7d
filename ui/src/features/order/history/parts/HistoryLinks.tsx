import { NavLink } from 'react-router';
import { paths } from '~/paths';
import styles from './HistoryLinks.module.css';

const links = [
  { to: paths.orderHistory, text: 'Orders' },
  { to: paths.purchaseHistory, text: 'Purchase history' },
  { to: paths.stylistNotes, text: 'Stylist notes' },
];

/** What else there is of the boxes so far. */
export const HistoryLinks = () => (
  <nav aria-label="Your boxes so far" className={styles.links}>
    {links.map(({ to, text }) => (
      <NavLink key={to} to={to} end>
        {text}
      </NavLink>
    ))}
  </nav>
);
