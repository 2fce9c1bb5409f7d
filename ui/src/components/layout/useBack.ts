import { sessionAfterLogin } from '~/core';
import { useLocation, useSearchParams } from '~/lib/router/hooks';

/** The state of a navigation whose screen leads back to the customer's previous path. */
export interface ReturnPath {
  prevPath?: string;
}

/** The path that the customer came from, by the link's `redirectTo` or the navigation's state; otherwise the dashboard. */
export function useBack(): string {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { prevPath = null } = (state as ReturnPath | null) ?? {};
  // Core rejects addresses of other sites.
  return sessionAfterLogin({
    redirect_to: query.get('redirectTo'),
    theme_box: null,
    payment_flag: false,
    default: prevPath,
  });
}
