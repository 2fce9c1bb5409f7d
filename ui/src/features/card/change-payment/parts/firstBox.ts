import { useAnswers } from '~/api/style/answers';
import { pickupStoreCalled, type Store, useLocations } from '~/api/locations';
import { dateRef, storeRef, textOf } from '~/api/style/pickupPlan';
import { answeredTheme, planFirstBox } from '~/api/style/planFirstBox';
import type { Account } from '~/api/schema.gen';
import { type FirstBoxPlan, firstBoxIsOrderedWithCard } from '~/core';
import { isAt } from '~/lib/router/hooks';
import { paths } from '~/paths';

const orderPaths = [paths.orderThemeBox, paths.changeOrder(':step'), paths.changePickup(':step')];

/** Whether the path `back` is a form that orders a box with its own day, note and theme. Then saving a card orders none. */
export const isOrderedAt = (back: string): boolean => orderPaths.some((path) => isAt(path, back));

/** The first box, with what is chosen when the first card is saved. */
export interface FirstBox extends FirstBoxPlan {
  day: string | null;
  /** The store of a pick-up, once it is loaded. */
  store: Store | null;
  /** Whether saving the card orders the box. */
  isOrdered: boolean;
}

interface LoadedFirstBox {
  /** Null until it is loaded. */
  firstBox: FirstBox | null;
  failed: boolean;
  retry: () => void;
}

/** The first box, from the answers, of a customer who left the sign-up before entering a card. */
export function useFirstBox(account: Account): LoadedFirstBox {
  const { questionnaire, responses, failed, retry } = useAnswers();
  const { data: locations } = useLocations();
  if (!questionnaire) return { firstBox: null, failed, retry };
  const plan = planFirstBox(account, questionnaire, responses, answeredTheme(responses));
  const day = textOf(responses[dateRef]);
  const { flow, is_themebox } = plan;
  const store = flow === 'pickup' ? pickupStoreCalled(textOf(responses[storeRef]), locations ?? []) : null;
  const isOrdered = firstBoxIsOrderedWithCard({ flow, is_themebox, has_day: day !== null });
  return { firstBox: { ...plan, day, store, isOrdered }, failed, retry };
}
