import { useRef, useState } from 'react';
import { ApiError } from '~/api/errors';
import type { useEnteredCard } from '~/components/card/cardKind';
import { showFailure } from '~/components/feedback/Toaster';
import { cardFormRefusal, noCardFormMessages } from './cardFormModel';
import type { PaymentValues } from './paymentForm';
import type { Discount } from './useDiscount';

interface CardFormRefusalInput {
  card: Pick<ReturnType<typeof useEnteredCard>, 'forget'>;
  discount: Pick<Discount, 'refuse'>;
  /** Called if the discount code is at fault. */
  onBadCode: () => void;
}

/** What was wrong with the last try to save the card, and whether it waits for a code. */
export function useCardFormRefusal({ card, discount, onBadCode }: CardFormRefusalInput) {
  const mayBeSaved = useRef(false);
  const [messages, setMessages] = useState(noCardFormMessages);
  /** The address that was refused, as JSON. */
  const [refusedAddress, setRefusedAddress] = useState('');
  const [needsCode, setNeedsCode] = useState(false);

  /** Shows a failure at the right place. The typed values stay, except for secrets. `afterCode`: the card waited for a code. */
  const refuse = (error: unknown, { shipping }: PaymentValues, afterCode: boolean) => {
    const refused = cardFormRefusal(error, afterCode);
    setMessages(refused.messages);
    setRefusedAddress(JSON.stringify(shipping));
    if (!(error instanceof ApiError)) return;
    mayBeSaved.current = refused.mayBeSaved;
    // The form reads the failure out, so the toast does not.
    showFailure(error, { spoken: false });
    if (refused.badCode !== null) {
      discount.refuse(refused.badCode);
      onBadCode();
    }
    if (refused.needsCode) setNeedsCode(true);
    if (refused.forgotten !== null) card.forget(refused.forgotten);
  };

  return {
    messages,
    needsCode,
    refuse,
    /** Removes the messages, because the card is sent again. */
    clear: () => setMessages(noCardFormMessages),
    closeCode: () => setNeedsCode(false),
    /** Whether it is not known if the card was saved, so the server has to be asked before it is sent again. */
    mayBeSaved: () => mayBeSaved.current,
    /** Why the address was refused, until it is changed. */
    badAddressOf: ({ shipping }: PaymentValues) =>
      refusedAddress === JSON.stringify(shipping) ? messages.badAddress : null,
  };
}
