import { createContext, use, useState } from 'react';
import type { CardEntryWord } from '~/api/schema.gen';
import { useStatus } from '~/api/status';
import type { EnteredCard } from './cardEntry';
import { typedCard } from './typedCard';
import { unavailableCard } from './unavailableCard';

/** Makes a card to enter, for each kind of fields that the page has. */
export type CardKinds = Partial<Record<CardEntryWord, () => EnteredCard>>;

export const CardKindsContext = createContext<CardKinds>({ typed: typedCard });

/** A card to enter, in the kind of fields that the server's gateway takes. It stays the same while its form is open. */
export function useEnteredCard(): EnteredCard {
  const kinds = use(CardKindsContext);
  const { data: status } = useStatus();
  const [card] = useState(() => (kinds[status?.card_entry ?? 'typed'] ?? unavailableCard)());
  return card;
}
