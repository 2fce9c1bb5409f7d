import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './AccountForm.module.css';

/** A link for customers who do not know their current password. */
export const UnknownPassword = () => (
  <p className={styles.hint}>
    Don’t know it? <Link to={paths.forgotPassword}>Get a link to set a new one</Link>
  </p>
);
