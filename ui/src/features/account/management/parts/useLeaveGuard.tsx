import { type ReactNode, Suspense } from 'react';
import { LateConfirmDialog } from '~/components/feedback/LateConfirmDialog';
import { useBlocker } from '~/lib/router/hooks';
import { paths } from '~/paths';

/**
 * Asks before the customer leaves with unsaved changes. Returns the question's dialog. Sign-in opens without the question:
 * after a session ended, the typed changes are kept, and a customer who signs out wants to leave.
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
      <LateConfirmDialog
        isOpen
        title="Leave without saving?"
        confirm="Leave without saving"
        dismiss="Stay here"
        busy={false}
        onConfirm={leave}
        onClose={blocked.reset}
      >
        <p>What you changed here is not saved yet.</p>
      </LateConfirmDialog>
    </Suspense>
  );
}
