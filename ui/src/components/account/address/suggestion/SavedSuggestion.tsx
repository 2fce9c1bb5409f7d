import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { whyFailed } from '~/api/errors';
import { ordersQuery } from '~/api/order/orders';
import { customerAddress, type PostalAddress } from '~/api/account/postalAddress';
import type { ShippingAddress } from '~/api/schema.gen';
import { showSuccess } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { SuggestedAddress } from './SuggestedAddress';

interface SavedSuggestionProps {
  /** The address on file. */
  address: ShippingAddress;
  suggestion: PostalAddress;
  onUse?: (() => void) | undefined;
}

/** The suggestion for an address on file. After the answer is saved, the offer disappears. */
export default function SavedSuggestion({ address, suggestion, onUse }: SavedSuggestionProps) {
  const { id } = address;
  const client = useQueryClient();
  // Another tab may have answered before.
  const reload = () =>
    Promise.all([accountQuery, ordersQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  const isAnswered = useRef(false);
  const mayAnswerAgain = () => {
    isAnswered.current = false;
  };
  /**
   * Takes one answer, and a second one only if the first could not be saved. `useOnce` would take a second one after the
   * first is saved.
   */
  const answer = (send: () => void) => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    send();
  };
  useEffect(
    () => () => {
      // The pressed button disappears, so the focus moves to the heading.
      if (isAnswered.current) focusHeading({ scrolls: true });
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
      typed={customerAddress(address)}
      suggestion={suggestion}
      busy={use.isPending || keep.isPending}
      failures={[whyFailed(use.error), whyFailed(keep.error)]}
      onUse={() =>
        answer(() => {
          onUse?.();
          use.mutate();
        })
      }
      onKeep={() => answer(() => keep.mutate())}
    />
  );
}
