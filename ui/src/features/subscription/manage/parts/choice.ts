import type { Type } from '~/core';
import { declareDraft } from '~/lib/draft/draft';

/** The choice that is not saved yet; null means unchanged. */
export interface Choice {
  frequency: Type | null;
  /** The frequency when the customer chose another one, so that another tab's change is noticed even after a reload. */
  from: Type | null;
}

export const choiceDraft = declareDraft<Choice>({
  name: 'subscription',
  lifetime: 'customer',
  fields: ['frequency', 'from'],
});

export const unchosen: Choice = { frequency: null, from: null };
