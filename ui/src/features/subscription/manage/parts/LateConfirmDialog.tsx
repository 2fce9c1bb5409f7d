import { lazy } from 'react';

/** Loaded on demand: the code of dialogs is large, and the form works without it. */
export const LateConfirmDialog = lazy(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));
