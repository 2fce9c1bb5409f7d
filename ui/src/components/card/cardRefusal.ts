import { ApiError, errorsOf, presentation } from '~/api/errors';
import { errorsOutcome, messagesText } from '~/core';

/** What follows for the customer from a card that could not be saved. */
interface CardRefusal {
  /** The change waits for a code. */
  needsCode: boolean;
  /** Nobody knows whether the card was saved, because there was no answer. */
  mayBeSaved: boolean;
  /** The same card would be refused again. */
  isFinal: boolean;
  /** The line below the reasons: nothing was charged; and if no field is at fault, another card may help. Null if that is not so. */
  note: string | null;
  /** What the fields of the card no longer hold; null if they keep all. */
  forgotten: 'security code' | 'fields' | 'all' | null;
}

/**
 * Why a card was not saved; `isAtField` if a field of the form is at fault, `afterCode` if the card waited for a code, so that its
 * fields are empty. The reasons themselves are the form's.
 */
export function cardRefusal(error: unknown, { isAtField = false, afterCode = false } = {}): CardRefusal {
  const outcome = error instanceof ApiError ? errorsOutcome({ status: error.status }) : null;
  const needsCode = error instanceof ApiError && presentation(error).mfa_required;
  const mayBeSaved = outcome === 'unknown';
  const isEmptied = needsCode || afterCode;
  const again = isEmptied ? 'card_again' : 'nothing_charged';
  const isInUse = hasCode(error, 'card_in_use');
  const isToConfirm = isCardToConfirm(error);
  return {
    needsCode,
    mayBeSaved,
    isFinal: outcome === 'refused',
    note: mayBeSaved || isInUse || isToConfirm ? null : isAtField ? 'Nothing was charged.' : messagesText(again),
    forgotten: needsCode ? 'fields' : afterCode ? 'all' : isToConfirm ? null : 'security code',
  };
}

const hasCode = (error: unknown, wanted: string) => errorsOf(error).some(({ code }) => code === wanted);

/** Whether the bank wants the cardholder to confirm the card before it is saved. */
export const isCardToConfirm = (error: unknown): boolean => hasCode(error, 'card_to_confirm');
