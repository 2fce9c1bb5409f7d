import { useState } from 'react';
import type { Order } from '~/api/orders';
import { decisionLineItemsAttributes, reviewReadiness } from '~/core';
import { useDecide } from '../api';
import {
  type Choice,
  type Choices,
  decidedAction,
  decisionOf,
  distinctItems,
  keepChoice,
  keptChoices,
  knownChoice,
} from './choices';

/**
 * The decisions about a box. Each is saved at once, because the system checks out with the saved decisions if the customer
 * does not. If saving fails, it is sent again with the review.
 */
export function useDecisions(order: Order) {
  const items = distinctItems(order);
  const [choices, setChoices] = useState<Choices>(() => keptChoices(items));
  const save = useDecide(order.id, { quiet: true });
  const send = useDecide(order.id);
  const { customer_pick_up } = order;

  const choiceFor = (item: (typeof items)[number]): Choice => choices[item.id] ?? knownChoice(item);
  const attributes = (ids: readonly string[]) =>
    decisionLineItemsAttributes({
      customer_pick_up,
      decisions: ids.flatMap((id) => {
        const choice = choices[id];
        return (choice && decisionOf(id, choice)) ?? [];
      }),
    });

  const choose = (id: string, choice: Choice) => {
    setChoices({ ...choices, [id]: choice });
    keepChoice(id, choice);
    const decision = decisionOf(id, choice);
    if (decision) save.mutate(decisionLineItemsAttributes({ customer_pick_up, decisions: [decision] }));
  };

  return {
    items,
    choiceFor,
    choose,
    actions: items.map((item) => ({ id: item.id, action: decidedAction(choiceFor(item)) })),
    readiness: reviewReadiness({
      items: items.map((item) => ({ id: item.id, action: decidedAction(choiceFor(item)) })),
    }),
    /** Sends all choices that were made here. The server already has those made elsewhere. */
    submit: async () => {
      const changed = attributes(items.map(({ id }) => id));
      if (changed.length > 0) await send.mutateAsync(changed);
    },
  };
}
