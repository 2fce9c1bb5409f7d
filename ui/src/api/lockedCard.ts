/** The dashboard says why the card cannot be changed: the customer comes from the page for changing it. */
export interface CardLocked {
  cardLocked: true;
}
