import type { CheckOut } from '~/api/schema.gen';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';

export const attemptDraft = declareDraft<{ key: string; purchase: string }>({
  name: 'purchase',
  lifetime: 'customer',
  fields: ['key', 'purchase'],
});

/**
 * The idempotency key of an attempt to buy. It stays the same for the same purchase until the result is known, even over a
 * reload, so that the server can tell a repeated call from a second purchase. It is no secret.
 */
export function attemptKey(invoiceId: string, purchase: CheckOut): string {
  const wanted = JSON.stringify([invoiceId, purchase]);
  const kept = keptDraft(attemptDraft);
  if (kept?.purchase === wanted) return String(kept.key);
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  keepDraft(attemptDraft, { key, purchase: wanted });
  return key;
}

/** The result is known: the next purchase gets a new key. */
export const endAttempt = (): void => forgetDraft(attemptDraft);
