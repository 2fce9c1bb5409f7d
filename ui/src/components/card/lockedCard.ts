/**
 * The navigation state from the page for changing the card to the dashboard, which then says why the card cannot be changed.
 */
export interface CardLocked {
  cardLocked: true;
}
