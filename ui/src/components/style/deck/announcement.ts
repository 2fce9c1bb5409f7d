import type { ShuffleCard } from '~/api/style/questionnaire';

/** The text for screen readers after a swipe: the card, the verdict's label, and the next one of the cards that were `left`. */
export function announcementOf(card: ShuffleCard, word: string, left: readonly ShuffleCard[]): string {
  const following = left.find(({ id }) => id !== card.id);
  return `${card.title}: ${word}. ${following ? `Next: ${following.title}.` : ''}`;
}
