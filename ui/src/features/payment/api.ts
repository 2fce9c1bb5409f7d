import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddressForm, CardForm, CardholderForm } from '~/core';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { ordersQuery } from '~/api/orders';

/** A card, whose it is, and where boxes go. */
export interface NewCard {
  cardholder: CardholderForm & { country: 'US' };
  card_info: CardForm;
  options: {
    shipping_address: AddressForm;
    same_as_shipping: boolean;
    consent_version: string;
    blog_interest?: string;
    coupon?: string;
  };
}

/** What may be kept of a card, and the first order where saving the card made it. */
export interface SavedCard {
  brand: string;
  last_four: string;
  expiration: string;
  order_id: string | null;
}

/** Saves a card. What was sent is dropped as soon as the answer is there: a card number is kept nowhere. */
export function useSaveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (card: NewCard) => api.post<SavedCard>('/credit_cards', card),
    gcTime: 0,
    // Why a card was not taken stands beside its field.
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountQuery.queryKey }),
        client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
      ]),
  });
}
