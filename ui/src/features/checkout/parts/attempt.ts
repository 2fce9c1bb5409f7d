import type { CheckOut } from '~/api/schema.gen';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';

export const attemptDraft = declareDraft<{ key: string; what: string }>({
  name: 'purchase',
  lifetime: 'customer',
  fields: ['key', 'what'],
});

/**
 * The name of an attempt to buy: the same for the same purchase until its outcome is known, also after a reload, so that
 * the server can tell a repeat from a second purchase. It is no secret.
 */
export function attemptKey(invoiceId: string, purchase: CheckOut): string {
  const what = JSON.stringify([invoiceId, purchase]);
  const kept = keptDraft(attemptDraft);
  if (kept?.['what'] === what) return String(kept['key']);
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  keepDraft(attemptDraft, { key, what });
  return key;
}

/** The outcome is known: buying again is another attempt. */
export const endAttempt = (): void => forgetDraft(attemptDraft);
