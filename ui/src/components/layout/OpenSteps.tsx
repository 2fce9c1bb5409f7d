import { Banner } from '~/components/feedback/Banner';
import { Link } from '~/lib/router/Link';
import type { ChangeOf } from './useChangeOf';
import styles from './OpenSteps.module.css';

interface OpenStepsProps {
  /** The id of the element that gets the focus when the customer tries to continue without these steps. */
  id?: string;
  steps: readonly { title: string; path: string }[];
  /** The path to which a step leads back. By default a step leads to the next one. */
  back?: string;
}

/** Up to this many steps are listed. If there are more, only the first is linked. */
const maxListed = 3;

/** The skipped onboarding steps, with links; shows nothing if there are none. */
export function OpenSteps({ id, steps, back }: OpenStepsProps) {
  const [first] = steps;
  if (!first) return null;
  const many = steps.length > maxListed;
  return (
    <Banner>
      <div id={id} tabIndex={-1} className={styles.open}>
        <p>{steps.length === 1 ? 'One thing is' : `${steps.length} things are`} still open that styling starts from.</p>
        {many ? (
          <p>
            <Link to={first.path}>Continue at “{first.title}”</Link>
          </p>
        ) : (
          <ul className={styles.steps}>
            {steps.map(({ title, path }) => (
              <li key={path}>
                <Link to={path} state={back === undefined ? null : ({ back } satisfies ChangeOf)}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Banner>
  );
}
