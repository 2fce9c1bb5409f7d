import { lateDialog } from './lateDialog';

/** `ConfirmDialog`, loaded on demand: the code of dialogs is large, and few customers are asked. */
export const LateConfirmDialog = lateDialog(async () => ({
  default: (await import('./ConfirmDialog')).ConfirmDialog,
}));
