import type { ShuffleCard } from '~/api/style/questionnaire';

/** What a screen reader says after a swipe: the card, the verdict's word, and the next of the cards that were `left`. */
export function announcementOf(card: ShuffleCard, word: string, left: readonly ShuffleCard[]): string {
  const following = left.find(({ id }) => id !== card.id);
  return `${card.title}: ${word}. ${following ? `Next: ${following.title}.` : ''}`;
}
