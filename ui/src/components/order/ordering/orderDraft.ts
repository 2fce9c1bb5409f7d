import type { Flow, Type } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { keepDraft, keptDraft } from '~/lib/draft/store';

/** What the customer has touched in the form of an order; null is as it was. Until it is sent, a reload keeps it. */
export interface Choices {
  date: string | null;
  frequency: Type | null;
  /** Empty for no theme. */
  theme: string | null;
  note: string | null;
  /** The store's id. */
  store: string | null;
  phone: string | null;
  /** What the touched fields of the order were before, as JSON: after a reload another tab's changes still show. */
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

/** The state of a navigation to the form of an order. */
export interface CameRefused {
  /** Why the box could not be ordered where the customer comes from; empty if it was not tried. */
  failure?: readonly string[];
}

/** The scope of the draft of a new order. */
export const newOrderScope = (flow: Flow): string => flow;

/** Forgets the theme that was chosen in the forms of new orders: a newer choice was made elsewhere. */
export function forgetChosenTheme(): void {
  for (const scope of (['delivery', 'pickup'] as const).map(newOrderScope)) {
    const kept = keptDraft(choicesDraft, scope);
    if (kept) keepDraft<Choices>(choicesDraft, { ...withDraft(untouched, kept), theme: null }, scope);
  }
}
