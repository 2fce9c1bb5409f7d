import type { LineItem, Order } from '~/api/orders';
import { type Action, decisionFeedback, decisionFromLineItem, type ItemDecision } from '~/core';
import { recall, remember } from '~/lib/memory';

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

/** Choosing an action clears what was said before (spec B, section 4). */
export const chosen = (action: Action): Draft => ({ action, exchange_size: null, reasons: [], note: '', said: '' });

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

/** What was chosen in this tab, so that a reload keeps it: also an exchange that has no size yet, and notes as typed. */
export function recallDrafts(orderId: string): Drafts {
  try {
    const kept = JSON.parse(recall('decisions') ?? 'null') as { order: string; drafts: Drafts } | null;
    return kept?.order === orderId ? kept.drafts : {};
  } catch {
    return {};
  }
}

export const rememberDrafts = (orderId: string, drafts: Drafts): void =>
  remember('decisions', JSON.stringify({ order: orderId, drafts }));
