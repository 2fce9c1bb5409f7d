import { useLocation } from '~/lib/router/hooks';

/** The state of a navigation to a step in order to change its answer. The step then leads back to `back`. */
export interface ChangeOf {
  back?: string;
}

/** The path to which the step leads back, if it was opened to change its answer; null if it leads to the next step. */
export const useChangeOf = (): string | null => (useLocation().state as ChangeOf | null)?.back ?? null;
