import { useLocation } from '~/lib/router/hooks';

/** The state of a navigation to a step whose answer is to be changed: the step leads back from where it was opened. */
export interface ChangeOf {
  back?: string;
}

/** The path to which a step leads back that was opened to change its answer; null if it leads on. */
export const useChangeOf = (): string | null => (useLocation().state as ChangeOf | null)?.back ?? null;
