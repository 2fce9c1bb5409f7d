import { pickupStoreCalled, pickupStores, type Store, useLocations } from '~/api/delivery/locations';
import { isPickupPlanned } from '~/api/delivery/plannedPickup';
import type { Account } from '~/api/schema.gen';
import { themeBoxRef } from '~/api/order/themeBoxes';
import { type FirstBoxPlan, firstBoxPlan, type Responses, type Type as SubscriptionType } from '~/core';
import { useAnswers } from './answers';
import { chosenFlow, dateRef, frequencyRef, storeRef, textOf } from './pickupPlan';
import type { Questionnaire } from './questionnaire';

/** The theme box that the answers name; null if they name none. */
export const answeredTheme = (responses: Responses): string | null => textOf(responses[themeBoxRef()]);

/**
 * The choices for the first box, from the account, the answers and what this tab remembers. `theme` is the chosen theme box.
 */
export const planFirstBox = (
  account: Account | undefined,
  questions: Questionnaire['questions'] | undefined,
  responses: Responses,
  theme: string | null,
): FirstBoxPlan =>
  firstBoxPlan({
    chosen_flow: chosenFlow(questions?.delivery_questions ?? [], responses),
    dressing_room_to_go_signup: account?.dressing_room_to_go_signup ?? false,
    is_pickup_planned: isPickupPlanned(),
    themebox_signup: account?.themebox_signup ?? false,
    themebox: theme,
    subscription_type:
      (textOf(responses[frequencyRef()]) as SubscriptionType | null) ?? account?.subscription_type ?? null,
  });

/** What the customer has chosen for the first box. */
export interface ChosenFirstBox extends FirstBoxPlan {
  /** The day on which the box arrives or is picked up. */
  day: string | null;
  /** The store of a pick-up, once the stores are loaded. */
  store: Store | null;
  /** The name of the theme, as an order has it. */
  theme: string | null;
}

/** The answers, and the first box that they and the account choose. `kept` is a theme that this tab remembers. */
export function useChosenFirstBox(account: Account | undefined, kept: string | null = null) {
  const answers = useAnswers();
  const { questionnaire, responses } = answers;
  const { data: locations } = useLocations();
  const theme = kept ?? answeredTheme(responses);
  const plan = planFirstBox(account, questionnaire, responses, theme);
  const store = plan.flow === 'pickup' ? storeOf(account, textOf(responses[storeRef()]), locations ?? []) : null;
  const box: ChosenFirstBox = { ...plan, day: textOf(responses[dateRef()]), store, theme };
  return { answers, box };
}

/** The store that is answered. Without an answer it is the account's, at which the server orders. */
const storeOf = (account: Account | undefined, answer: string | null, locations: readonly Store[]): Store | null =>
  answer === null
    ? (pickupStores(locations).find(({ id }) => id === account?.assigned_location_id) ?? null)
    : pickupStoreCalled(answer, locations);
