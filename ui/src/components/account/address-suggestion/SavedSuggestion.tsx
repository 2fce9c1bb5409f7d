import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { whyFailed } from '~/api/errors';
import { ordersQuery } from '~/api/orders';
import type { AddressSuggestion, ShippingAddress } from '~/api/schema.gen';
import { showSuccess } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';
import { SuggestedAddress } from './SuggestedAddress';

interface SavedSuggestionProps {
  /** The address on file. */
  address: ShippingAddress;
  suggestion: AddressSuggestion;
  onUse?: (() => void) | undefined;
}

/** The suggestion of an address on file. The answer is saved, and the offer goes away. */
export default function SavedSuggestion({ address, suggestion, onUse }: SavedSuggestionProps) {
  const { id } = address;
  const client = useQueryClient();
  // Another tab may have answered before.
  const reload = () =>
    Promise.all([accountQuery, ordersQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  const isSending = useRef(false);
  const mayAnswerAgain = () => {
    isSending.current = false;
  };
  /** A second press does nothing, unless the first failed. */
  const once = (send: () => void) => {
    if (isSending.current) return;
    isSending.current = true;
    send();
  };
  useEffect(
    () => () => {
      // The pressed button goes away.
      if (isSending.current) document.querySelector('h1')?.focus();
    },
    [],
  );
  const use = useMutation({
    mutationFn: () =>
      api.patch('/shipping_addresses/{id}', {
        path: { id },
        body: { shipping_address: { ...suggestion, line_2: suggestion.line_2 ?? '' } },
      }),
    onSuccess: () => showSuccess(messagesText('changes_saved')),
    onError: mayAnswerAgain,
    onSettled: reload,
  });
  const keep = useMutation({
    mutationFn: () => api.delete('/shipping_addresses/{id}/suggestion', { path: { id } }),
    onError: mayAnswerAgain,
    onSettled: reload,
  });
  return (
    <SuggestedAddress
      typed={{
        line_1: address.shipping_line_1,
        line_2: address.shipping_line_2,
        city: address.shipping_city,
        state: address.shipping_state,
        postal_code: address.shipping_postal_code,
      }}
      suggestion={suggestion}
      busy={use.isPending || keep.isPending}
      failures={[whyFailed(use.error), whyFailed(keep.error)]}
      onUse={() =>
        once(() => {
          onUse?.();
          use.mutate();
        })
      }
      onKeep={() => once(() => keep.mutate())}
    />
  );
}
