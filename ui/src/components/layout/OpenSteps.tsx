import { Link } from 'react-router';
import { Banner } from '~/components/feedback/Banner';
import styles from './OpenSteps.module.css';

interface OpenStepsProps {
  /** Where the focus goes when somebody wants to go on without them. */
  id?: string;
  steps: readonly { title: string; path: string }[];
}

/** So many steps are named one by one; of more, the first is where to go on. */
const few = 3;

/** What was passed by on the way to the first box, with the way to it; nothing where nothing was. */
export function OpenSteps({ id, steps }: OpenStepsProps) {
  const [first] = steps;
  if (!first) return null;
  const many = steps.length > few;
  return (
    <Banner>
      <div id={id} tabIndex={-1} className={styles.open}>
        <p>
          {steps.length === 1 ? 'One thing is' : `${steps.length} things are`} still open that your stylist starts from.
        </p>
        {many ? (
          <p>
            <Link to={first.path}>Go on at “{first.title}”</Link>
          </p>
        ) : (
          <ul className={styles.steps}>
            {steps.map(({ title, path }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Banner>
  );
}
