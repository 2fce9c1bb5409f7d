import { randomHex } from '~/lib/randomHex';
import type { Draft } from './draft';
import { keepDraft, keptDraft } from './store';

/**
 * The idempotency key of an attempt. The draft keeps it together with what is `wanted`. The key stays the same for the same
 * wish until the draft is forgotten, even over a reload, so that the server can tell a repeated call from a second wish. The
 * key is no secret.
 */
export function attemptKey<Wish extends string>(draft: Draft<'key' | Wish>, wish: Wish, wanted: unknown): string {
  const text = JSON.stringify(wanted);
  const kept = keptDraft(draft);
  if (kept?.[wish] === text) return String(kept.key);
  const key = randomHex(16);
  keepDraft<Record<string, string>>(draft as Draft, { key, [wish]: text });
  return key;
}
