import { createContext, use, useState } from 'react';
import type { EnteredCard } from './cardEntry';
import { typedCard } from './typedCard';

/** Makes a card to enter, by the kind of fields that the gateway takes cards by: typed ones, unless something else is said. */
export const CardKindContext = createContext<() => EnteredCard>(typedCard);

/** A card to enter, which stays the same while its form is open. */
export function useEnteredCard(): EnteredCard {
  const makeCard = use(CardKindContext);
  const [card] = useState(makeCard);
  return card;
}
