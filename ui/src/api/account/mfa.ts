import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from './record';
import { api } from '~/api/client';
import { errorsOf, issuesOf } from '~/api/errors';
import { soonForgottenMs } from '~/api/forgetting';
import type { MfaType } from '~/api/schema.gen';
import { setNewer } from '~/api/setNewer';

/** How a code reaches the customer: by email or text message. */
export type CodeChannel = MfaType;

/** Requests a code for the change that waits for confirmation. */
export const useRequestCode = () =>
  useMutation({
    mutationFn: (mfa_type: CodeChannel) => api.post('/mfa_requests', { body: { mfa_type } }),
    // The step shows a failure in its own words (spec A, section 8).
    meta: { quiet: true },
  });

/** Whether the phone cannot get text messages, so that a code has to go by email. */
export const getsNoTexts = (error: unknown) => issuesOf(error).some(({ code }) => code === 'no_text_messages');

/** A function that returns the typed code. A mutation's arguments are kept for a while, and a code must not be kept. */
type ReadCode = () => { mfa_type: CodeChannel; mfa_code: string };

/** Confirms the change that waits; returns the changed account. */
export function useConfirmChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (read: ReadCode) => (await api.post('/mfa_resubmissions', { body: { customer: read() } })).data,
    gcTime: soonForgottenMs,
    meta: { quiet: true },
    onSuccess: async (account) => {
      await setNewer(client, accountQuery.queryKey, account);
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Why a change was not confirmed. */
export type ConfirmationFailure =
  /** The code is wrong. */
  | 'wrong'
  /** The code is too old or was tried too often: another one is needed. */
  | 'ended'
  /** No change waits for confirmation any more. */
  | 'nothing_waits'
  /** The change itself failed. */
  | 'failed';

const byCode: Record<string, ConfirmationFailure> = {
  mfa_code_invalid: 'wrong',
  mfa_code_expired: 'ended',
  mfa_tries_used_up: 'ended',
  mfa_not_required: 'nothing_waits',
};

export function confirmationFailure(error: unknown): ConfirmationFailure {
  const known = errorsOf(error).find(({ code }) => code in byCode);
  return (known && byCode[known.code]) ?? 'failed';
}
