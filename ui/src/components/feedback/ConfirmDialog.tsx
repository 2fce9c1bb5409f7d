import type { ReactNode } from 'react';
import { Button } from '~/components/form/Button';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: ReactNode;
  children?: ReactNode;
  /** The labels of the two buttons: `confirm` means yes, `dismiss` no. */
  confirm: string;
  dismiss: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  dismiss,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      <div className={styles.answers}>
        <Button onClick={onConfirm} busy={busy} busyLabel="One moment...">
          {confirm}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {dismiss}
        </Button>
      </div>
    </Dialog>
  );
}
