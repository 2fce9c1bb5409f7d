import { ApiError, errorsOf } from '~/api/errors';
import type { ErrorBody, SavedCard, WaitingPayment } from '~/api/schema.gen';
import { cardIssues, fieldIssues } from '~/components/card/cardIssues';
import { cardRefusal } from '~/components/card/cardRefusal';
import { messagesText } from '~/core';
import { paths } from '~/paths';

/** What the form says about a card that was not taken, besides the messages at its fields. */
export interface ChangeCardMessages {
  /** The reasons, shown above the form. */
  reasons: readonly string[];
  /** The line below the reasons. */
  note: string | null;
  /** The line below the list of faults, if a field of the card is at fault. */
  cardNote: string | null;
}

export const noChangeCardMessages: ChangeCardMessages = { reasons: [], note: null, cardNote: null };

interface ChangeCardRefusal {
  messages: ChangeCardMessages;
  /** The change waits for a code. */
  needsCode: boolean;
  /** Another tab may have ordered or changed the card, so the data has to be loaded again. */
  isStale: boolean;
  /** The part of the card that is emptied; null if the fields keep everything. */
  forgotten: ReturnType<typeof cardRefusal>['forgotten'];
}

/** The consequences of a card that was not taken. `afterCode`: the card waited for a code, so its fields are empty. */
export function changeCardRefusal(error: ApiError, afterCode: boolean): ChangeCardRefusal {
  const { needsCode, isFinal, note, forgotten } = cardRefusal(error, { afterCode });
  const isAtCard = !afterCode && cardIssues(error).length > 0;
  const isAbove = !needsCode && !isAtCard && (afterCode || fieldIssues(error).length === 0);
  const reasons = errorsOf(error).map(({ message }) => message);
  return {
    messages: {
      reasons: isAbove ? reasons : [],
      note: isAbove ? note : null,
      cardNote: isAtCard && !needsCode ? note : null,
    },
    needsCode,
    isStale: isAbove && isFinal,
    forgotten,
  };
}

/** What happens after the card is saved: the form asks for another card, or the next screen opens. */
export type AfterSaving =
  | { kind: 'declined' }
  | {
      kind: 'leave';
      toast: string;
      to: string;
      /** Why the first box was not ordered; null if it was ordered, or did not have to be. */
      notOrdered: ErrorBody | null;
    };

interface Saved {
  /** Null for a card that waited for a code. */
  answer: SavedCard | null;
  /** The problem of the payment that waits for a new card. */
  problem: WaitingPayment['problem'] | null;
  back: string;
}

export function afterSaving({ answer, problem, back }: Saved): AfterSaving {
  if (problem === 'declined') return { kind: 'declined' };
  const isOrdered = (answer?.order_id ?? null) !== null;
  const notOrdered = answer?.order_error ?? null;
  return {
    kind: 'leave',
    toast: isOrdered ? `Your card is saved. ${messagesText('order_placed')}` : 'Your card is saved.',
    // If the first box lacks something, it is added in the payment step, which orders without the card. The dashboard has the
    // link to the bank.
    to: notOrdered !== null ? paths.billing : problem === 'confirm' ? paths.dashboard : back,
    notOrdered,
  };
}
