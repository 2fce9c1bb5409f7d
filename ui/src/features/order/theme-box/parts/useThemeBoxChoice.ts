import { useState } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { isUnreached, whyFailed } from '~/api/errors';
import type { ThemeBox } from '~/api/schema.gen';
import { useSaveThemeBox } from '~/api/order/themeBoxes';
import { dismissFailures, showSuccess } from '~/components/feedback/Toaster';
import type { ChangeOf } from '~/components/layout/useChangeOf';
import { type RefusedOrderState, forgetChosenTheme } from '~/components/order/ordering/orderDraft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { recall, remember } from '~/lib/memory';
import { none } from '~/lib/none';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { useOnce } from '~/lib/useOnce';
import { markedDraft } from './markedDraft';
import { onwardWith } from './themeBoxModel';
import { useOrderThisBox } from './useOrderThisBox';

/** The choice of a theme box: the selected one, and what pressing the button does with it. */
export function useThemeBoxChoice(boxes: readonly ThemeBox[] | undefined) {
  const navigate = useNavigate();
  // The payment form links here with the path that the customer returns to.
  const back = (useLocation().state as ChangeOf | null)?.back;
  const account = useKnownAccount();
  const saveThemeBox = useSaveThemeBox();
  const [{ theme: marked }, mark] = useDraftState(markedDraft, () => ({ theme: recall('selectedThemebox') }));
  const [unsaved, setUnsaved] = useState(none);
  const once = useOnce();
  const chosen = boxes?.find(({ theme }) => theme === marked);
  const isOrder = account !== undefined && back === undefined;
  const order = useOrderThisBox(isOrder);

  const goOn = async (box: ThemeBox) => {
    const failure = isOrder ? await order.send(box) : [];
    if (!failure) return;
    choose(box.theme);
    if (account) {
      try {
        await saveThemeBox.mutateAsync(box.theme);
      } catch (error) {
        // Without a network the tab's own memory still has the choice.
        if (!isUnreached(error)) {
          setUnsaved(whyFailed(error));
          return;
        }
      }
    }
    const { to, replace, toast } = onwardWith({ box, account, back });
    if (toast === null) return void navigate(to, { replace });
    showSuccess(toast);
    void navigate(to, { state: { failure } satisfies RefusedOrderState });
  };
  /** Continues only once, even after a double press. */
  const press = (box: ThemeBox) =>
    once(async () => {
      dismissFailures();
      setUnsaved(none);
      await goOn(box);
    });
  return {
    isCustomer: account !== undefined,
    back,
    chosen,
    mark: (theme: string) => mark({ theme }),
    /** Chooses no theme. */
    chooseNone: () => choose(null),
    press: () => chosen && void press(chosen),
    /** The box that one press orders; null if the order form opens first, or if nothing is ordered here. */
    orders: order.box,
    label: isOrder ? 'ORDER THIS BOX' : 'Continue',
    busy: order.busy || saveThemeBox.isPending || (chosen !== undefined && order.isPlanning),
    failure: [...new Set([...order.failure, ...unsaved])],
  };
}

/** Keeps the chosen theme, or null for none, for the next screen. */
function choose(theme: string | null): void {
  remember('selectedThemebox', theme);
  forgetDraft(markedDraft);
  // This choice is newer than the one in an order form's draft.
  forgetChosenTheme();
}
