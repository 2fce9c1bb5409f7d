import { useAccount } from '~/api/account';
import { pickupStores, useLocations } from '~/api/locations';
import { forgetPickup } from '~/api/plannedPickup';
import { useAnswers } from '~/api/style/answers';
import { dateRef, flowAnswer, flowRef, storeRef, textOf } from '~/api/style/pickupPlan';
import { answeredTheme, planFirstBox } from '~/api/style/planFirstBox';
import { type OpenStep, quizPlan } from '~/api/style/quizPlan';
import type { LocationBody, OptionsBody, OrderFields, ThemeBox } from '~/api/schema.gen';
import { useThemeBoxes } from '~/api/themeBoxes';
import type { Flow, Type as SubscriptionType } from '~/core';
import { recall, remember } from '~/lib/memory';
import { paths } from '~/paths';

/** What the customer has chosen for the first box, before and after signing in. */
export interface FirstBox {
  flow: Flow;
  /** The day on which the box arrives or is picked up. */
  day: string | null;
  /** How often boxes come after the first one. */
  frequency: SubscriptionType;
  /** Whether the frequency was chosen, and is not only the default. */
  isFrequencyChosen: boolean;
  /** The store of a pick-up. */
  store: LocationBody | null;
  isThemeBox: boolean;
  /** The name of the theme, as an order has it. */
  theme: string | null;
  /** The theme with its picture, once the themes are loaded. */
  themeBox: ThemeBox | null;
  /** The page before the payment. */
  previous: string;
  /** The skipped steps of the sign-up. Without them no box can be put together. */
  open: readonly OpenStep[];
}

export function useFirstBox(): FirstBox {
  const { data: account } = useAccount();
  const { questionnaire, responses } = useAnswers();
  const { data: locations } = useLocations();
  const { data: themeBoxes } = useThemeBoxes();
  const text = (ref: string) => textOf(responses[ref]);

  const theme = recall('selectedThemebox') ?? answeredTheme(responses);
  const plan = planFirstBox(account, questionnaire, responses, theme);

  const choice = text(storeRef);
  const stores = plan.flow === 'pickup' ? pickupStores(locations ?? []) : [];
  const store = stores.find(({ id, label }) =>
    choice === null ? id === account?.assigned_location_id : label === choice,
  );
  // A pick-up may have been planned without an answer to the question of the delivery step.
  const answers = questionnaire && {
    ...responses,
    [flowRef]: flowAnswer(questionnaire.delivery_questions, plan.flow),
  };
  const quiz = answers && quizPlan(questionnaire, answers, paths.billing);
  return {
    flow: plan.flow,
    day: text(dateRef),
    frequency: plan.subscription_type,
    isFrequencyChosen: plan.is_frequency_chosen,
    store: store ?? null,
    isThemeBox: plan.is_themebox,
    theme,
    themeBox: themeBoxes?.find((box) => box.theme === theme) ?? null,
    previous: (plan.flow === 'pickup' && quiz?.previous) || paths.almostReady,
    open: quiz?.openBeforePayment ?? [],
  };
}

/** The options of the first order that are sent with the card. The server orders a shipped box from the answers. */
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

/** Forgets the choices for the first box. Called once it is ordered. */
export function forgetFirstBox(): void {
  forgetPickup();
  for (const key of ['selectedThemebox', 'blog'] as const) remember(key, null);
}
