import { isPickupPlanned } from '~/api/plannedPickup';
import type { Account } from '~/api/schema.gen';
import { type FirstBoxPlan, firstBoxPlan, type Responses, type Type as SubscriptionType } from '~/core';
import { chosenFlow, frequencyRef, textOf } from './pickupPlan';
import type { Questionnaire } from './questionnaire';

/** The theme box that the answers name; null if they name none. */
export const answeredTheme = (responses: Responses): string | null => textOf(responses['themebox']);

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
      (textOf(responses[frequencyRef]) as SubscriptionType | null) ?? account?.subscription_type ?? null,
  });
