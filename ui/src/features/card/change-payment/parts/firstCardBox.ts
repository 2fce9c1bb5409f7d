import { type ChosenFirstBox, useChosenFirstBox } from '~/api/style/planFirstBox';
import type { Account } from '~/api/schema.gen';
import { firstBoxIsOrderedWithCard } from '~/core';
import { isAt } from '~/lib/router/hooks';
import { paths } from '~/paths';

const orderPaths = [paths.orderThemeBox, paths.changeOrder(':step'), paths.changePickup(':step')];

/** Whether the path `back` is a form that orders a box with its own day, note and theme. Then saving a card orders none. */
export const isOrderedAt = (back: string): boolean => orderPaths.some((path) => isAt(path, back));

/** The first box, with what is chosen when the first card is saved. */
export interface FirstCardBox extends ChosenFirstBox {
  /** Whether saving the card orders the box. */
  isOrdered: boolean;
}

interface LoadedFirstBox {
  /** Null until it is loaded. */
  firstBox: FirstCardBox | null;
  failed: boolean;
  retry: () => void;
}

/** The first box, from the answers, of a customer who left the sign-up before entering a card. */
export function useFirstCardBox(account: Account): LoadedFirstBox {
  const { answers, box } = useChosenFirstBox(account);
  const { failed, retry } = answers;
  if (!answers.questionnaire) return { firstBox: null, failed, retry };
  const { flow, is_themebox, day } = box;
  const isOrdered = firstBoxIsOrderedWithCard({ flow, is_themebox, has_day: day !== null });
  return { firstBox: { ...box, isOrdered }, failed, retry };
}
