import { Link } from 'react-router';
import { Banner } from './Banner';
import styles from './OpenSteps.module.css';

interface OpenStepsProps {
  /** Where the focus goes when somebody wants to go on without them. */
  id?: string;
  steps: readonly { title: string; path: string }[];
}

/** What was passed by on the way to the first box, each with the way to it; nothing where nothing was. */
export function OpenSteps({ id, steps }: OpenStepsProps) {
  if (steps.length === 0) return null;
  return (
    <Banner>
      <div id={id} tabIndex={-1} className={styles.open}>
        <p>
          {steps.length === 1 ? 'One thing is still open' : 'A few things are still open'}: your stylist starts from it.
        </p>
        <ul className={styles.steps}>
          {steps.map(({ title, path }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
      </div>
    </Banner>
  );
}
