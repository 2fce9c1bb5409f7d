import { ApiError, presentation } from '~/api/errors';
import { cardIssues } from '~/components/card/cardIssues';
import { cardRefusal } from '~/components/card/cardRefusal';
import type { Reason } from './Reasons';
import { reasonsAboveForm } from './refusals';

/** What the form says about a card that was not taken, besides the messages at its fields. */
export interface CardFormMessages {
  /** The reasons above the form, and a line below them; null if there are none. */
  above: { reasons: readonly Reason[]; note: string | null } | null;
  /** The line below the list of faults, if a field of the card is at fault. */
  cardNote: string | null;
  /** Why the address was refused; null if it was not. */
  badAddress: string | null;
}

export const noCardFormMessages: CardFormMessages = { above: null, cardNote: null, badAddress: null };

interface CardFormRefusal {
  messages: CardFormMessages;
  /** The fault of the discount code; null if it has none. */
  badCode: string | null;
  /** The change waits for a code. */
  needsCode: boolean;
  /** It is not known whether the card was saved, so the server has to be asked before it is sent again. */
  mayBeSaved: boolean;
  /** The part of the card that is emptied; null if the fields keep everything. */
  forgotten: ReturnType<typeof cardRefusal>['forgotten'];
}

/** The consequences of a card that was not saved. `afterCode`: the card waited for a code, so its fields are empty. */
export function cardFormRefusal(error: unknown, afterCode: boolean): CardFormRefusal {
  const reasons = reasonsAboveForm(error, afterCode);
  const isAtField = reasons?.some(({ field }) => field !== null) ?? false;
  const { note, needsCode, mayBeSaved, forgotten } = cardRefusal(error, { isAtField, afterCode });
  const { address_error = null, promo_error = null } = error instanceof ApiError ? presentation(error) : {};
  return {
    messages: {
      above: reasons && { reasons, note },
      cardNote: reasons === null && cardIssues(error).length > 0 ? note : null,
      badAddress: address_error,
    },
    badCode: promo_error,
    needsCode,
    mayBeSaved,
    forgotten,
  };
}
