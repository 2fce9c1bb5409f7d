import { lazy, type ReactNode, Suspense } from 'react';
import { useBlocker } from '~/lib/router/hooks';
import { paths } from '~/paths';

/** Few leave with something unsaved. */
const ConfirmDialog = lazy(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));

/**
 * Asks before the customer leaves with something unsaved, and returns that question. The sign-in opens without it: what is typed
 * is still there after a session that ended by itself, and who signs out wants to be gone.
 */
export function useLeaveGuard(isUnsaved: () => boolean, forget: () => void): ReactNode {
  const blocked = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== paths.login && isUnsaved(),
  );
  if (blocked === null) return null;
  const leave = () => {
    forget();
    blocked.proceed();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        title="Leave without saving?"
        confirm="Leave without saving"
        dismiss="Stay here"
        busy={false}
        onConfirm={leave}
        onClose={blocked.reset}
      >
        <p>What you changed here is not saved yet.</p>
      </ConfirmDialog>
    </Suspense>
  );
}
