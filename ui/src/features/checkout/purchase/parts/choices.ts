import type { LineItem, Order } from '~/api/order/orders';
import type { DecisionBody } from '~/api/schema.gen';
import {
  type Action,
  decisionChoices,
  decisionFeedback,
  decisionFeedbackParts,
  decisionFromLineItem,
  decisionOfChoice,
  type ItemDecision,
} from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';

/** The customer's choice for an item. An exchange becomes a decision once it has a size. */
export interface Choice {
  action: Action | null;
  exchange_size: string | null;
  reasons: string[];
  note: string;
  /** Reasons and note as one text, if they come from the server. */
  savedFeedback: string;
  /** The decisions that the server may have for the item, as far as this tab knows. Any other decision was made elsewhere. */
  known: string[];
}

export type Choices = Readonly<Record<string, Choice>>;

const nothingChosen: Choice = {
  action: null,
  exchange_size: null,
  reasons: [],
  note: '',
  savedFeedback: '',
  known: [],
};

/** The choice of an action. It has no size and no feedback yet (spec B, section 4). */
export const newChoice = (action: Action): Choice => ({ ...nothingChosen, action });

/** The choice that the server has for an item. */
export function knownChoice({ claimed_kept, exchange_size, customer_feedback }: LineItem): Choice {
  const action = decisionFromLineItem({ claimed_kept, exchange_size });
  return { ...nothingChosen, action, exchange_size, savedFeedback: customer_feedback ?? '' };
}

/** The decided action of a choice; null while it is undecided. */
export const decidedAction = ({ action, exchange_size }: Choice): Action | null =>
  decisionOfChoice({ action, exchange_size });

/** Reasons and note as one text. */
export const feedbackOf = ({ reasons, note, savedFeedback }: Choice): string =>
  decisionFeedback({ reasons, note }) || savedFeedback;

/** The reasons and the note of a choice. If they come from the server, core separates them. */
export function partsOf({ action, reasons, note, savedFeedback }: Choice): Pick<Choice, 'reasons' | 'note'> {
  const isSaved = action !== null && reasons.length === 0 && note === '';
  return isSaved ? decisionFeedbackParts({ action, customer_feedback: savedFeedback }) : { reasons, note };
}

/** The decision in the form that core takes; null if there is none yet. */
export function decisionOf(id: string, choice: Choice): ItemDecision | null {
  const action = decidedAction(choice);
  if (action === null) return null;
  return { id, action, exchange_size: choice.exchange_size, reasons: choice.reasons, note: choice.note };
}

/** Withdraws the decision about an item. */
export const undecided = (id: string): DecisionBody => ({ id, claimed_kept: null, exchange_size: null });

/** The decision of a choice as one text, to compare it with others. */
const decisionText = (choice: Choice) =>
  JSON.stringify([decidedAction(choice), choice.exchange_size, feedbackOf(choice)]);

/**
 * A choice, with the decisions that the server may have until it is saved: the present one there, and the earlier ones from
 * here.
 */
export const madeHere = (choice: Choice, before: Choice | undefined, item: LineItem): Choice => ({
  ...choice,
  known: [...new Set([...(before ? [...before.known, decisionText(before)] : []), decisionText(knownChoice(item))])],
});

/** Whether the server has another decision than this one. */
export const isUnsaved = (choice: Choice, item: LineItem): boolean =>
  decidedAction(choice) !== null && decisionText(choice) !== decisionText(knownChoice(item));

/** The present choice: the one made here, unless the item was decided elsewhere since. */
export function presentChoice(chosen: Choice | undefined, item: LineItem): Choice {
  const server = knownChoice(item);
  if (chosen === undefined) return server;
  const isNewer = ![...chosen.known, decisionText(chosen)].includes(decisionText(server));
  return isNewer ? server : chosen;
}

/** The order's items, each once even if several outfits include it. */
export const distinctItems = (order: Order): LineItem[] => [
  ...new Map(order.line_items.map((item) => [item.id, item])).values(),
];

/** Unsaved feedback about a decision. Its scope is the item and the action. */
export const feedbackDraft = declareDraft<Pick<Choice, 'reasons' | 'note'>>({
  name: 'feedback',
  lifetime: 'customer',
  fields: ['reasons', 'note'],
});

export const feedbackScope = (itemId: string, action: Action): string => `${itemId}.${action}`;

/** Forgets the unsaved feedback about an item, except for that of the action `but`. */
export function forgetFeedback(itemId: string, but: Action | null = null): void {
  for (const action of decisionChoices({ customer_pick_up: false, received: false, written_off: null }))
    if (action !== but) forgetDraft(feedbackDraft, feedbackScope(itemId, action));
}

/** Keeps choices that are not saved yet, including an exchange without a size, and notes. */
export const choiceDraft = declareDraft<Choice>({
  name: 'choice',
  lifetime: 'customer',
  fields: ['action', 'exchange_size', 'reasons', 'note', 'savedFeedback', 'known'],
});

/** The choices that were made in this tab before. */
export const keptChoices = (items: readonly LineItem[]): Choices =>
  Object.fromEntries(
    items.flatMap(({ id }) => {
      const kept = keptDraft(choiceDraft, id);
      return kept ? [[id, withDraft(nothingChosen, kept)]] : [];
    }),
  );

export const keepChoice = (itemId: string, choice: Choice): void => keepDraft(choiceDraft, choice, itemId);
