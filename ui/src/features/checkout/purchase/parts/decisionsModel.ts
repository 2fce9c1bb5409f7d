import { errorsOf, issuesOf } from '~/api/errors';
import type { LineItem } from '~/api/order/orders';
import type { DecisionBody } from '~/api/schema.gen';
import { decisionLineItemsAttributes } from '~/core';
import { isRefused } from '../api';
import { type Choice, type Choices, decisionOf, isUnsaved, knownChoice, presentChoice, undecided } from './choices';

/** Messages by item id. */
export type Messages = Readonly<Record<string, string>>;

export const notSaved = 'This is not saved yet. It is sent again with “Review Order”.';

/** Why a decision was not saved: the reason of a refusal; any other failure is tried again. */
export function failureWords(error: unknown): string {
  const [reason] = [...issuesOf(error), ...errorsOf(error)];
  return (isRefused(error) && reason?.message) || notSaved;
}

/** `values` without the one of this item. */
export const without = <Value>(values: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== id));

/** The messages for choices from before a reload that the server does not have. */
export const unsavedBefore = (items: readonly LineItem[], choices: Choices): Messages =>
  Object.fromEntries(
    items.flatMap((item) => {
      const chosen = choices[item.id];
      const isPresent = chosen !== undefined && presentChoice(chosen, item) === chosen;
      return isPresent && isUnsaved(chosen, item) ? [[item.id, notSaved]] : [];
    }),
  );

interface Chosen {
  item: LineItem;
  choice: Choice;
  /** The earlier choice that was made here. */
  before: Choice | undefined;
  customer_pick_up: boolean;
}

/** What is sent of a choice; empty if nothing is. */
export function sentFor({ item, choice, before, customer_pick_up }: Chosen): DecisionBody[] {
  const decision = decisionOf(item.id, choice);
  if (decision) return decisionLineItemsAttributes({ customer_pick_up, decisions: [decision] });
  // While an exchange has no size, the earlier decision must be withdrawn. An item that has come back, or never will,
  // cannot become undecided.
  const isSettled = item.received || item.written_off !== null;
  const takesBack = !isSettled && (before !== undefined || knownChoice(item).action !== null);
  return takesBack ? [undecided(item.id)] : [];
}
