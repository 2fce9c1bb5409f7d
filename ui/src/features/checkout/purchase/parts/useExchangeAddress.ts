import { useState } from 'react';
import { addressNames, type TypedAddress, typedAddress } from '~/components/account/address/typedAddress';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';

/** The other address while it is being typed. */
export const typedDraft = declareDraft<TypedAddress>({
  name: 'typed exchange address',
  lifetime: 'customer',
  fields: Object.values(addressNames),
});

/** Whether the form for another address is open. */
const askingDraft = declareDraft<{ asking: boolean }>({
  name: 'exchange address asked for',
  lifetime: 'customer',
  fields: ['asking'],
});

/** The other address, once confirmed. */
const addressDraft = declareDraft<TypedAddress>({
  name: 'exchange address',
  lifetime: 'customer',
  fields: Object.values(addressNames),
});

/** Forgets what was typed and confirmed for the exchanges of an order. */
export function forgetExchangeAddress(orderId: string): void {
  forgetDraft(typedDraft);
  forgetDraft(askingDraft, orderId);
  forgetDraft(addressDraft, orderId);
}

/** The other address, if one was confirmed in this tab for the order. */
function keptAddress(orderId: string): TypedAddress | null {
  const kept = keptDraft(addressDraft, orderId);
  return kept && withDraft(typedAddress(null), kept);
}

/** The address that exchanges of an order are sent to, and whether the form for another one is open. */
export function useExchangeAddress(orderId: string) {
  const [address, setAddress] = useState<TypedAddress | null>(() => keptAddress(orderId));
  const [{ asking }, setAsking] = useDraftState(askingDraft, { asking: false }, { scope: orderId });
  return {
    /** Null for the order's address. */
    address,
    asking,
    ask: (now: boolean) => setAsking({ asking: now }),
    keep: (next: TypedAddress | null) => {
      if (next) keepDraft(addressDraft, next, orderId);
      else forgetDraft(addressDraft, orderId);
      setAddress(next);
      setAsking({ asking: false });
    },
  };
}
