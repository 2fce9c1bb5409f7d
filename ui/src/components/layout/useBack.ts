import { sessionAfterLogin } from '~/core';
import { useLocation, useSearchParams } from '~/lib/router/hooks';

/** The state of a navigation that leads back to where the customer came from. */
export interface ReturnPath {
  prevPath?: string;
}

/** The path that the customer came from, by the link's `redirectTo` or the state of the navigation; otherwise the dashboard. */
export function useBack(): string {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { prevPath = null } = (state as ReturnPath | null) ?? {};
  // Nobody is sent to another site.
  return sessionAfterLogin({
    redirect_to: query.get('redirectTo'),
    theme_box: null,
    payment_flag: false,
    default: prevPath,
  });
}
