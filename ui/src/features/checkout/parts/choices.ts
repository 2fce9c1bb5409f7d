import type { LineItem, Order } from '~/api/orders';
import { type Action, decisionFeedback, decisionFromLineItem, type ItemDecision } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft } from '~/lib/draft/store';

/** What a customer has chosen for an item. An exchange is a decision once it has its size. */
export interface Choice {
  action: Action | null;
  exchange_size: string | null;
  reasons: string[];
  note: string;
  /** Reasons and note in one text, where they were given elsewhere and only the server has them. */
  said: string;
}

export type Choices = Readonly<Record<string, Choice>>;

const nothingChosen: Choice = { action: null, exchange_size: null, reasons: [], note: '', said: '' };

/** Choosing an action clears what was said before (spec B, section 4). */
export const chosen = (action: Action): Choice => ({ ...nothingChosen, action });

/** What the server knows of an item's decision. */
export function knownChoice({ claimed_kept, exchange_size, customer_feedback }: LineItem): Choice {
  const action = decisionFromLineItem({ claimed_kept, exchange_size });
  return { action, exchange_size, reasons: [], note: '', said: customer_feedback ?? '' };
}

/** The action that counts: none while an exchange has no size. */
export const decided = ({ action, exchange_size }: Choice): Action | null =>
  action === 'Exchange' && exchange_size === null ? null : action;

/** What was said about an item, as one text. */
export const feedbackOf = ({ reasons, note, said }: Choice): string => decisionFeedback({ reasons, note }) || said;

/** The decision as core takes it to be sent. */
export function decisionOf(id: string, choice: Choice): ItemDecision | null {
  const action = decided(choice);
  if (action === null) return null;
  return { id, action, exchange_size: choice.exchange_size, reasons: choice.reasons, note: choice.note };
}

/** One item once, however many outfits it is part of. */
export const distinctItems = (order: Order): LineItem[] => [
  ...new Map(order.line_items.map((item) => [item.id, item])).values(),
];

/** What is chosen for an item: also an exchange that has no size yet, and notes as typed. */
export const choiceDraft = declareDraft<Choice>({
  name: 'choice',
  lifetime: 'customer',
  fields: ['action', 'exchange_size', 'reasons', 'note', 'said'],
});

/** What was chosen in this tab before a reload. */
export const keptChoices = (items: readonly LineItem[]): Choices =>
  Object.fromEntries(
    items.flatMap(({ id }) => {
      const kept = keptDraft(choiceDraft, id);
      return kept ? [[id, withDraft(nothingChosen, kept)]] : [];
    }),
  );

export const keepChoice = (itemId: string, choice: Choice): void => keepDraft(choiceDraft, choice, itemId);
