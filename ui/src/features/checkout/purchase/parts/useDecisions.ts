import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineItem, Order } from '~/api/order/orders';
import { decisionLineItemsAttributes, messagesText, reviewReadiness } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { exchangeSizesQuery, isRefused, useDecide } from '../api';
import {
  type Choice,
  type Choices,
  choiceDraft,
  decidedAction,
  decisionOf,
  distinctItems,
  feedbackOf,
  forgetFeedback,
  keepChoice,
  keptChoices,
  madeHere,
  presentChoice,
} from './choices';
import { failureWords, type Messages, sentFor, unsavedBefore, without } from './decisionsModel';

/**
 * The decisions about a box. Each is saved immediately, because the system checks out with the saved decisions if the
 * customer does not. If saving fails, the item says so. A refused decision is replaced by the server's; any other failed one
 * is sent again with the review.
 */
export function useDecisions(order: Order) {
  const items = distinctItems(order);
  const [choices, setChoices] = useState<Choices>(() => keptChoices(items));
  const [failures, setFailures] = useState<Messages>(() => unsavedBefore(items, choices));
  const save = useDecide(order.id);
  const { customer_pick_up } = order;

  const made = items.map((item) => ({ item, choice: presentChoice(choices[item.id], item) }));
  const soldOut = useSoldOut(
    made.flatMap(({ item, choice }) => (decidedAction(choice) === 'Exchange' ? [item.id] : [])),
  );

  const choiceFor = (item: LineItem): Choice => {
    const choice = presentChoice(choices[item.id], item);
    return isSoldOut(item.id, choice) ? { ...choice, exchange_size: null } : choice;
  };
  const isSoldOut = (id: string, { exchange_size }: Choice) => exchange_size !== null && soldOut(id, exchange_size);

  const setFailure = (id: string, message: string | null) =>
    setFailures((present) => {
      const others = without(present, id);
      return message === null ? others : { ...others, [id]: message };
    });

  /** Drops a refused choice, unless something else was chosen since. */
  const failed = (id: string, choice: Choice, error: unknown) => {
    setChoices((present) => {
      if (present[id] !== choice || !isRefused(error)) return present;
      forgetDraft(choiceDraft, id);
      return without(present, id);
    });
    setFailure(id, failureWords(error));
  };

  const choose = (item: LineItem, chosen: Choice) => {
    const { id } = item;
    const choice = madeHere(chosen, choices[id], item);
    setChoices({ ...choices, [id]: choice });
    keepChoice(id, choice);
    setFailure(id, null);
    const sent = sentFor({ item, choice, before: choices[id], customer_pick_up });
    if (sent.length === 0) return;
    save.mutateAsync(sent).then(
      () => {
        setFailure(id, null);
        if (feedbackOf(choice) !== '') forgetFeedback(id);
      },
      (error: unknown) => failed(id, choice, error),
    );
  };

  /** The decisions as they are sent, by item id. A choice that is not a decision yet counts as undecided. */
  const decided = new Map(
    items.map((item) => {
      const decision = decisionOf(item.id, choiceFor(item));
      const [sent] = decision ? decisionLineItemsAttributes({ customer_pick_up, decisions: [decision] }) : [];
      const { claimed_kept, exchange_size } = sent ?? { claimed_kept: null, exchange_size: null };
      return [item.id, { claimed_kept, exchange_size }] as const;
    }),
  );

  const actions = items.map((item) => ({ id: item.id, action: decidedAction(choiceFor(item)) }));
  return {
    items,
    choiceFor,
    choose,
    /** Why an item needs a choice again, or is not saved. */
    messageFor: (item: LineItem): string | undefined =>
      isSoldOut(item.id, presentChoice(choices[item.id], item))
        ? messagesText('exchange_size_unavailable')
        : failures[item.id],
    actions,
    decided,
    readiness: reviewReadiness({ items: actions }),
    /** Sends all choices that were made here. The server already has the others. */
    submit: async () => {
      const decisions = items.flatMap((item) => {
        const chosen = choices[item.id];
        return (chosen && chosen === choiceFor(item) && decisionOf(item.id, chosen)) || [];
      });
      if (decisions.length === 0) return;
      await save.mutateAsync(decisionLineItemsAttributes({ customer_pick_up, decisions }));
      setFailures({});
    },
  };
}

/** Whether a size of these items is known to be out of stock. */
function useSoldOut(itemIds: readonly string[]): (itemId: string, size: string) => boolean {
  // If the sizes cannot be read, the server still checks the decision.
  const meta = { background: true, quiet: true };
  const found = useQueries({ queries: itemIds.map((id) => ({ ...exchangeSizesQuery(id), meta })) });
  return (itemId, size) => found[itemIds.indexOf(itemId)]?.data?.includes(size) === false;
}
