import type { Purchase } from '../api';
import { recall, remember } from '~/lib/memory';

/**
 * The name of an attempt to buy: the same for the same purchase until its outcome is known, also after a reload, so that
 * the server can tell a repeat from a second purchase. It is no secret.
 */
export function attemptKey(invoiceId: string, purchase: Purchase): string {
  const what = JSON.stringify([invoiceId, purchase]);
  const kept = JSON.parse(recall('purchase') ?? 'null') as { key: string; what: string } | null;
  if (kept?.what === what) return kept.key;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  remember('purchase', JSON.stringify({ key, what }));
  return key;
}

/** The outcome is known: buying again is another attempt. */
export const endAttempt = (): void => remember('purchase', null);
