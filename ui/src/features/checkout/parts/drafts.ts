import type { LineItem, Order } from '~/api/orders';
import { type Action, decisionFeedback, decisionFromLineItem, type ItemDecision } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft } from '~/lib/draft/store';

/** What a customer has chosen for an item. An exchange is a decision once it has its size. */
export interface Draft {
  action: Action | null;
  exchange_size: string | null;
  reasons: string[];
  note: string;
  /** Reasons and note in one text, where they were given elsewhere and only the server has them. */
  said: string;
}

export type Drafts = Readonly<Record<string, Draft>>;

const nothingChosen: Draft = { action: null, exchange_size: null, reasons: [], note: '', said: '' };

/** Choosing an action clears what was said before (spec B, section 4). */
export const chosen = (action: Action): Draft => ({ ...nothingChosen, action });

/** What the server knows of an item's decision. */
export function draftOf({ claimed_kept, exchange_size, customer_feedback }: LineItem): Draft {
  const action = decisionFromLineItem({ claimed_kept, exchange_size });
  return { action, exchange_size, reasons: [], note: '', said: customer_feedback ?? '' };
}

/** The action that counts: none while an exchange has no size. */
export const decided = ({ action, exchange_size }: Draft): Action | null =>
  action === 'Exchange' && exchange_size === null ? null : action;

/** What was said about an item, as one text. */
export const feedbackOf = ({ reasons, note, said }: Draft): string => decisionFeedback({ reasons, note }) || said;

/** The decision as core takes it to be sent. */
export function decisionOf(id: string, draft: Draft): ItemDecision | null {
  const action = decided(draft);
  if (action === null) return null;
  return { id, action, exchange_size: draft.exchange_size, reasons: draft.reasons, note: draft.note };
}

/** One item once, however many outfits it is part of. */
export const distinctItems = (order: Order): LineItem[] => [
  ...new Map(order.line_items.map((item) => [item.id, item])).values(),
];

/** What is chosen for an item: also an exchange that has no size yet, and notes as typed. */
export const choiceDraft = declareDraft<Draft>({
  name: 'choice',
  lifetime: 'customer',
  fields: ['action', 'exchange_size', 'reasons', 'note', 'said'],
});

/** What was chosen in this tab before a reload. */
export const keptChoices = (items: readonly LineItem[]): Drafts =>
  Object.fromEntries(
    items.flatMap(({ id }) => {
      const kept = keptDraft(choiceDraft, id);
      return kept ? [[id, withDraft(nothingChosen, kept)]] : [];
    }),
  );

export const keepChoice = (itemId: string, choice: Draft): void => keepDraft(choiceDraft, choice, itemId);
