import { Link } from 'react-router';
import { paths } from '~/paths';
import styles from './AccountForm.module.css';

/** For customers who do not know their present password. */
export const UnknownPassword = () => (
  <p className={styles.hint}>
    You do not know it? <Link to={paths.forgotPassword}>Ask for a link to set another one</Link>
  </p>
);
