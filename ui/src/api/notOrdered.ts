import type { ErrorBody } from '~/api/schema.gen';

/**
 * The navigation state from the screen that saved the card to the first order's screen that needs no card: why the order
 * failed.
 */
export interface NotOrdered {
  refused: ErrorBody;
}
