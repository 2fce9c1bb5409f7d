import type { Type } from '~/core';
import { declareDraft } from '~/lib/draft/draft';

/** What is chosen and not saved yet; null is as it was. */
export interface Choice {
  frequency: Type | null;
  /** The frequency when the customer chose another one: after a reload, another tab's change is still told from it. */
  from: Type | null;
}

export const choiceDraft = declareDraft<Choice>({
  name: 'subscription',
  lifetime: 'customer',
  fields: ['frequency', 'from'],
});

export const unchosen: Choice = { frequency: null, from: null };
