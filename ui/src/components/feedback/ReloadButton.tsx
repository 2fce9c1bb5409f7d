import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '~/components/form/Button';
import { useReload } from './useReload';

interface ReloadButtonProps {
  variant?: ButtonVariant;
  /** As for `useReload`. */
  mayLoseTyped?: boolean;
  children?: ReactNode;
}

/** Reloads the page. If that is not possible now, the page stays, and the button says why. */
export function ReloadButton({ variant = 'quiet', mayLoseTyped = false, children = 'Reload' }: ReloadButtonProps) {
  const { reload, busy, failure } = useReload({ mayLoseTyped });
  return (
    <Button variant={variant} failure={failure} onClick={() => void reload()} busy={busy} busyLabel="One moment...">
      {children}
    </Button>
  );
}
