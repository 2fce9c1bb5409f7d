import { lazy } from 'react';

/** The code of dialogs is large, and the form can be used without it. */
export const LateConfirmDialog = lazy(async () => ({
  default: (await import('~/components/feedback/ConfirmDialog')).ConfirmDialog,
}));
