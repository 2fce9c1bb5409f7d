import type { ErrorBody } from '~/api/schema.gen';

/** The navigation state from the form that saved the card to the payment step, which orders without the card. */
export interface NotOrdered {
  refused: ErrorBody;
}
