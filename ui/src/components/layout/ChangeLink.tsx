import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import type { ChangeOf } from './useChangeOf';

interface ChangeLinkProps {
  to: string;
  /** What is changed, for screen readers: `the day`. */
  what: string;
  /** The path to which the step leads back; the open screen by default. */
  back?: string;
}

/** A link at the end of a fact to the step where it was answered. The step leads back. */
export function ChangeLink({ to, what, back }: ChangeLinkProps) {
  const { pathname } = useLocation();
  return (
    <span data-change>
      <Link to={to} state={{ back: back ?? pathname } satisfies ChangeOf} aria-label={`Change ${what}`}>
        Change
      </Link>
    </span>
  );
}
