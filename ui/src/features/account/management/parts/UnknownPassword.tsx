import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './AccountForm.module.css';

/** For customers who do not know their present password. */
export const UnknownPassword = () => (
  <p className={styles.hint}>
    Don’t know it? <Link to={paths.forgotPassword}>Get a link to set a new one</Link>
  </p>
);
