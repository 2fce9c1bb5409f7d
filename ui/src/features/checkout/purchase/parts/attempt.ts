import type { CheckOut } from '~/api/schema.gen';
import { attemptKey } from '~/lib/draft/attempt';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';

export const attemptDraft = declareDraft<{ key: string; purchase: string }>({
  name: 'purchase',
  lifetime: 'customer',
  fields: ['key', 'purchase'],
});

/** The idempotency key of an attempt to make this purchase. */
export const purchaseKey = (invoiceId: string, purchase: CheckOut): string =>
  attemptKey(attemptDraft, 'purchase', [invoiceId, purchase]);

/** Called when the result is known. The next purchase gets a new key. */
export const endAttempt = (): void => forgetDraft(attemptDraft);
