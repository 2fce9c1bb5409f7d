import { useAccount } from '~/api/account';
import { pickupStores, useLocations } from '~/api/locations';
import { forgetPickup, isPickupPlanned } from '~/api/plannedPickup';
import { useAnswers } from '~/api/quiz/answers';
import { chosenFlow, dateRef, frequencyRef, storeRef, textOf } from '~/api/quiz/pickupPlan';
import type { LocationBody, OptionsBody, OrderFields, ThemeBox } from '~/api/schema.gen';
import { useThemeBoxes } from '~/api/themeBoxes';
import { type Flow, subscriptionFirstBox, type Type as SubscriptionType } from '~/core';
import { recall, remember } from '~/lib/memory';

/** What the customer has chosen for the first box, before and after signing in. */
export interface FirstBox {
  flow: Flow;
  /** The day on which it arrives or is picked up. */
  day: string | null;
  /** How often boxes come; null if that is not chosen. */
  frequency: SubscriptionType | null;
  /** The store of a pick-up. */
  store: LocationBody | null;
  isThemeBox: boolean;
  /** The name of the theme, as an order gives it. */
  theme: string | null;
  /** The theme with its picture, once the themes are loaded. */
  themeBox: ThemeBox | null;
}

export function useFirstBox(): FirstBox {
  const { data: account } = useAccount();
  const { questionnaire, responses } = useAnswers();
  const { data: locations } = useLocations();
  const { data: themeBoxes } = useThemeBoxes();
  const text = (ref: string) => textOf(responses[ref]);

  // The choice in the delivery step counts. Until there is one, the way in which the customer signed up does.
  const signedUpFlow = isPickupPlanned() || account?.dressing_room_to_go_signup === true ? 'pickup' : 'delivery';
  const flow = chosenFlow(questionnaire?.delivery_questions ?? [], responses) ?? signedUpFlow;
  const isPickUp = flow === 'pickup';

  const theme = recall('selectedThemebox') ?? text('themebox');
  const isThemeBox = theme !== null || account?.themebox_signup === true;
  const chosen = (text(frequencyRef) ?? account?.subscription_type ?? null) as SubscriptionType | null;
  const isKnown = isPickUp || isThemeBox || chosen !== null;

  const choice = text(storeRef);
  const stores = isPickUp ? pickupStores(locations ?? []) : [];
  const store = stores.find(({ id, label }) =>
    choice === null ? id === account?.assigned_location_id : label === choice,
  );
  return {
    flow,
    day: text(dateRef),
    frequency: isKnown ? subscriptionFirstBox({ flow, chosen, themebox: isThemeBox }) : null,
    store: store ?? null,
    isThemeBox,
    theme,
    themeBox: themeBoxes?.find((box) => box.theme === theme) ?? null,
  };
}

/** What the card's form says of the first order. A shipped box is ordered from the answers. */
export function cardOptions(box: FirstBox): Partial<OptionsBody> {
  const { flow, day, isThemeBox, theme, themeBox } = box;
  return {
    ...(flow === 'pickup' ? { isDressingRoomToGo: true } : {}),
    ...(isThemeBox ? { isThemeboxSignUp: true } : {}),
    ...(theme === null ? {} : { themeboxTheme: theme }),
    ...(themeBox ? { themeboxDescription: themeBox.description } : {}),
    ...(day !== null && (flow === 'pickup' || theme !== null) ? { ship_by_date: day } : {}),
  };
}

/** The first order, for a customer whose card is on file. The server plans it from the answers, as with the card. */
export function orderFields({ flow, day, theme, themeBox }: FirstBox): OrderFields {
  return {
    ...(flow === 'pickup' ? { customer_pick_up: true } : {}),
    ...(day === null ? {} : { ship_by_date: day }),
    ...(theme === null ? {} : { themebox_sign_up: true, themebox: theme }),
    ...(themeBox ? { themebox_description: themeBox.description } : {}),
  };
}

/** Forgets what was chosen for the first box, once it is ordered. */
export function forgetFirstBox(): void {
  forgetPickup();
  for (const key of ['selectedThemebox', 'blog'] as const) remember(key, null);
}
