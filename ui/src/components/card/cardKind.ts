import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CardFields } from '~/api/schema.gen';
import { useStatus } from '~/api/status';
import type { EnteredCard } from './enteredCard';
import { standInCard } from './standInCard';
import { typedCard } from './typedCard';

type MakeCard = () => EnteredCard;

/** Loads our code for the gateway's fields, and the gateway's script. */
const loadFields = async (fields: CardFields): Promise<MakeCard> =>
  (await import('./stripe/stripeCard')).loadStripeCard(fields);

/**
 * A card to enter, with the kind of fields that the server's gateway needs. Once loaded, it stays the same while its form is
 * open.
 */
export function useEnteredCard(): EnteredCard {
  const status = useStatus();
  const fields = status.data?.card_fields ?? null;
  const loaded = useQuery({
    queryKey: ['card fields', fields?.publishable_key],
    queryFn: () => (fields ? loadFields(fields) : null),
    enabled: fields !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { background: true },
  });
  const make = status.data?.card_entry === 'typed' ? typedCard : (loaded.data ?? null);
  const [card, setCard] = useState(() => make?.() ?? null);
  if (card === null && make) setCard(make());
  const { isError, isFetching, refetch } = status.data ? loaded : status;
  return card ?? standInCard(isError && !isFetching ? () => void refetch() : null);
}
