import { ApiError, errorsOf, presentation } from '~/api/errors';
import { errorsOutcome, messagesText } from '~/core';

/** The consequences of a card that could not be saved. */
interface CardRefusal {
  /** The change waits for a code. */
  needsCode: boolean;
  /** There was no answer, so it is not known whether the card was saved. */
  mayBeSaved: boolean;
  /** The same card would be refused again. */
  isFinal: boolean;
  /**
   * The line below the reasons, which says that nothing was charged and, if no field is at fault, that another card may help.
   * Null if it would not be true.
   */
  note: string | null;
  /** The part of the card that is emptied; null if the fields keep everything. */
  forgotten: 'security code' | 'fields' | 'all' | null;
}

/**
 * What follows from a card that was not saved. `isAtField`: a field of the form is at fault. `afterCode`: the card waited for
 * a code, so its fields are empty. The form itself shows the reasons.
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
