import { lateDialog } from '~/components/feedback/lateDialog';

/** Loaded on demand: the code of dialogs is large, and the form works without it. */
export const LateConfirmDialog = lateDialog(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));
