import { latePart } from '~/components/feedback/latePart';

/** Loaded on demand: the code of dialogs is large, and the form works without it. */
export const LateConfirmDialog = latePart(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));
