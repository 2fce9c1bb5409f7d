import { useAccount } from '~/api/account/record';
import { forgetPickup } from '~/api/delivery/plannedPickup';
import { flowAnswer, flowRef } from '~/api/style/pickupPlan';
import { type ChosenFirstBox, useChosenFirstBox } from '~/api/style/planFirstBox';
import { type OpenStep, quizPlan } from '~/api/style/quizPlan';
import type { OptionsBody, OrderFields, ThemeBox } from '~/api/schema.gen';
import { useThemeBoxes } from '~/api/order/themeBoxes';
import { recall, remember } from '~/lib/memory';
import { paths } from '~/paths';

/** What the customer has chosen for the first box, before and after signing in. */
export interface FirstBox extends ChosenFirstBox {
  /** The theme with its picture, once the themes are loaded. */
  themeBox: ThemeBox | null;
  /** The page before the payment. */
  previous: string;
  /** The skipped steps of the sign-up. Without them no box can be put together. */
  open: readonly OpenStep[];
}

export function useFirstBox(): FirstBox {
  const { data: account } = useAccount();
  const { data: themeBoxes } = useThemeBoxes();
  const { answers, box } = useChosenFirstBox(account, recall('selectedThemebox'));
  const { questionnaire, responses } = answers;
  // A pick-up may have been planned without an answer to the question of the delivery step.
  const planned = questionnaire && {
    ...responses,
    [flowRef()]: flowAnswer(questionnaire.delivery_questions, box.flow),
  };
  const quiz = planned && quizPlan(questionnaire, planned, paths.billing);
  return {
    ...box,
    themeBox: themeBoxes?.find(({ theme }) => theme === box.theme) ?? null,
    previous: (box.flow === 'pickup' && quiz?.previous) || paths.almostReady,
    open: quiz?.openBeforePayment ?? [],
  };
}

/** The options of the first order that are sent with the card. The server orders a shipped box from the answers. */
export function cardOptions(box: FirstBox): Partial<OptionsBody> {
  const { flow, day, is_themebox, theme, themeBox } = box;
  return {
    ...(flow === 'pickup' ? { isDressingRoomToGo: true } : {}),
    ...(is_themebox ? { isThemeboxSignUp: true } : {}),
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
