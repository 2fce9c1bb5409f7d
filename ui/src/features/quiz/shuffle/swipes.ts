import type { ShuffleCard } from '~/api/questionnaire';
import { shuffleState } from '~/core';

export type Verdict = 'like' | 'dislike';

/** The answer of the style shuffle: what was said of each card. */
export type Swipes = Readonly<Record<string, Verdict>>;

/** The swipes that an answer holds. */
export const swipesOf = (answer: unknown): Swipes =>
  typeof answer === 'object' && answer !== null ? (answer as Swipes) : {};

/** How far the shuffle is, and how many more swipes Next takes, by core. */
export function stateOf(cards: readonly ShuffleCard[], swipes: Swipes) {
  const swiped = cards.filter(({ id }) => id in swipes).length;
  const state = (count: number) => shuffleState({ swipes: count, cards: cards.length });
  let enough = swiped;
  while (enough < cards.length && !state(enough).next_enabled) enough += 1;
  return { ...state(swiped), swiped, more: enough - swiped };
}
