import { type ReactNode, Suspense } from 'react';
import { lateDialog } from '~/components/feedback/lateDialog';
import { useBlocker } from '~/lib/router/hooks';
import { paths } from '~/paths';

/** Loaded on demand: few customers leave with unsaved changes. */
const ConfirmDialog = lateDialog(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));

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
