import { OpenSteps } from '~/components/layout/OpenSteps';
import { useLocation } from '~/lib/router/hooks';
import type { FirstBox } from './firstBox';

/** The skipped onboarding steps. Without them no box can be put together, however the customer signed up. */
export const StillOpen = ({ box: { open } }: { box: Pick<FirstBox, 'open'> }) => (
  <OpenSteps steps={open} back={useLocation().pathname} />
);
