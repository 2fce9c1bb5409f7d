import type { LineItem, Order } from '~/api/orders';
import { type Action, decisionFeedback, decisionFromLineItem, decisionOfChoice, type ItemDecision } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft } from '~/lib/draft/store';

/** The customer's choice for an item. An exchange becomes a decision once it has a size. */
export interface Choice {
  action: Action | null;
  exchange_size: string | null;
  reasons: string[];
  note: string;
  /** Reasons and note as one text, if they were given elsewhere and come from the server. */
  savedFeedback: string;
}

export type Choices = Readonly<Record<string, Choice>>;

const nothingChosen: Choice = { action: null, exchange_size: null, reasons: [], note: '', savedFeedback: '' };

/** Choosing an action clears size and feedback (spec B, section 4). */
export const newChoice = (action: Action): Choice => ({ ...nothingChosen, action });

/** The choice that the server has for an item. */
export function knownChoice({ claimed_kept, exchange_size, customer_feedback }: LineItem): Choice {
  const action = decisionFromLineItem({ claimed_kept, exchange_size });
  return { action, exchange_size, reasons: [], note: '', savedFeedback: customer_feedback ?? '' };
}

/** The action that the choice decides; null while there is none. */
export const decidedAction = ({ action, exchange_size }: Choice): Action | null =>
  decisionOfChoice({ action, exchange_size });

/** Reasons and note as one text. */
export const feedbackOf = ({ reasons, note, savedFeedback }: Choice): string =>
  decisionFeedback({ reasons, note }) || savedFeedback;

/** The decision in the form that core takes; null if there is none yet. */
export function decisionOf(id: string, choice: Choice): ItemDecision | null {
  const action = decidedAction(choice);
  if (action === null) return null;
  return { id, action, exchange_size: choice.exchange_size, reasons: choice.reasons, note: choice.note };
}

/** The order's items, each once even if several outfits include it. */
export const distinctItems = (order: Order): LineItem[] => [
  ...new Map(order.line_items.map((item) => [item.id, item])).values(),
];

/** Also keeps what is not saved yet: an exchange without a size, and notes. */
export const choiceDraft = declareDraft<Choice>({
  name: 'choice',
  lifetime: 'customer',
  fields: ['action', 'exchange_size', 'reasons', 'note', 'savedFeedback'],
});

/** The choices that were made in this tab before a reload. */
export const keptChoices = (items: readonly LineItem[]): Choices =>
  Object.fromEntries(
    items.flatMap(({ id }) => {
      const kept = keptDraft(choiceDraft, id);
      return kept ? [[id, withDraft(nothingChosen, kept)]] : [];
    }),
  );

export const keepChoice = (itemId: string, choice: Choice): void => keepDraft(choiceDraft, choice, itemId);
