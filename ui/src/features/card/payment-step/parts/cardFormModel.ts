import { ApiError, presentation } from '~/api/errors';
import { cardIssues } from '~/components/card/cardIssues';
import { cardRefusal } from '~/components/card/cardRefusal';
import type { Reason } from './Reasons';
import { reasonsAboveForm } from './refusals';

/** What the form says of a card that was not taken, beside what stands at its fields. */
export interface SaidOfCard {
  /** Why, above the form, and a line below the reasons; null if nothing stands there. */
  above: { reasons: readonly Reason[]; note: string | null } | null;
  /** The line below the list of faults, if a field of the card is at fault. */
  cardNote: string | null;
  /** Why the address was refused; null if it was not. */
  badAddress: string | null;
}

export const nothingSaid: SaidOfCard = { above: null, cardNote: null, badAddress: null };

interface RefusedCard {
  said: SaidOfCard;
  /** What is wrong with the discount code; null if nothing is. */
  badCode: string | null;
  /** The change waits for a code. */
  needsCode: boolean;
  /** Nobody knows whether the card was saved: it has to be asked before it is sent again. */
  mayBeSaved: boolean;
  /** What the fields of the card no longer hold; null if they keep all. */
  forgotten: ReturnType<typeof cardRefusal>['forgotten'];
}

/** What follows from a card that was not saved. `afterCode`: it waited for a code, so its fields are empty. */
export function refusedCard(error: unknown, afterCode: boolean): RefusedCard {
  const reasons = reasonsAboveForm(error, afterCode);
  const isAtField = reasons?.some(({ field }) => field !== null) ?? false;
  const { note, needsCode, mayBeSaved, forgotten } = cardRefusal(error, { isAtField, afterCode });
  const { address_error = null, promo_error = null } = error instanceof ApiError ? presentation(error) : {};
  return {
    said: {
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
