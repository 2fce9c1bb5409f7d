import type { Flow, Type } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft } from '~/lib/draft/store';

/**
 * The fields that the customer has touched in an order form; null means untouched. They are kept over a reload until the
 * order is sent.
 */
export interface Choices {
  date: string | null;
  frequency: Type | null;
  /** Empty if the customer chose no theme. */
  theme: string | null;
  note: string | null;
  /** The store's id. */
  store: string | null;
  phone: string | null;
  /** The earlier values of the touched fields, as JSON, so that another tab's changes are noticed even after a reload. */
  known: string | null;
}

export const untouched: Choices = {
  date: null,
  frequency: null,
  theme: null,
  note: null,
  store: null,
  phone: null,
  known: null,
};

export const choicesDraft = declareDraft<Choices>({
  name: 'order',
  lifetime: 'customer',
  fields: ['date', 'frequency', 'theme', 'note', 'store', 'phone', 'known'],
});

/** The state of a navigation to an order form. */
export interface RefusedOrderState {
  /** Why the box could not be ordered on the previous screen; empty if that was not tried. */
  failure?: readonly string[];
}

/** The scope of the draft of a new order. */
export const newOrderScope = (flow: Flow): string => flow;

/** Forgets the theme that was chosen in the forms of new orders. Called when a newer choice was made elsewhere. */
export function forgetChosenTheme(): void {
  for (const scope of (['delivery', 'pickup'] as const).map(newOrderScope)) {
    const kept = keptDraft(choicesDraft, scope);
    if (kept) keepDraft<Choices>(choicesDraft, { ...withDraft(untouched, kept), theme: null }, scope);
  }
}
