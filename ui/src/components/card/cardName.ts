/** A card as customers know it: `Visa ending in 4242`. */
export const cardName = ({ brand, last_four }: { brand: string; last_four: string }): string =>
  `${brand} ending in ${last_four}`;
