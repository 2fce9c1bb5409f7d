import { shuffleState, shuffleSwipesLeft } from '~/core';
import type { Question, ShuffleCard } from './questionnaire';

export type Verdict = 'like' | 'dislike';

/** The answer of the style shuffle: a verdict by card id. */
export type Swipes = Readonly<Record<string, Verdict>>;

export const swipesOf = (answer: unknown): Swipes =>
  typeof answer === 'object' && answer !== null ? (answer as Swipes) : {};

/** How many cards are swiped, whether all are, and how many more swipes are needed before Next, by core. */
export function shuffleProgress(cards: readonly ShuffleCard[], swipes: Swipes) {
  const swiped = cards.filter(({ id }) => id in swipes).length;
  const shuffle = { swipes: swiped, cards: cards.length };
  return { swiped, done: shuffleState(shuffle).done, more: shuffleSwipesLeft(shuffle) };
}

/** The outfits that the customer liked, in the deck's order. */
export function likedCards(
  { questions, shuffle }: { questions: readonly Question[]; shuffle: readonly ShuffleCard[] },
  responses: Readonly<Record<string, unknown>>,
): ShuffleCard[] {
  const deck = questions.find(({ properties }) => properties.control === 'shuffle');
  const swipes = swipesOf(deck && responses[deck.ref]);
  return shuffle.filter(({ id }) => swipes[id] === 'like');
}
