import type { ErrorBody } from '~/api/schema.gen';

/** The state of the way to the first order without its card, from where the card was saved: why the order failed there. */
export interface NotOrdered {
  refused: ErrorBody;
}
