import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './Dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Wider, for pictures and lists. */
  wide?: boolean;
}

/** A modal dialog. Escape, the cross and a press outside close it; then the focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, children, wide = false }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={styles.overlay ?? ''}
    >
      <Modal className={`${styles.sheet} ${wide ? styles.wide : ''}`}>
        <AriaDialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="m4 4 12 12M16 4 4 16" fill="none" stroke="currentColor" strokeWidth="1.500" />
            </svg>
          </button>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
