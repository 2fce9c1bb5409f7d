import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { cardOnFileQuery } from '~/api/card/cardOnFile';
import { ApiError, isUnreached } from '~/api/errors';
import { holidaysQuery } from '~/api/delivery/holidays';
import { locationsQuery } from '~/api/delivery/locations';
import { type Order, ordersQuery, useKeepOrder } from '~/api/order/orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import { useReloadAfterOrder } from '~/api/order/placeOrder';
import { themeBoxesQuery } from '~/api/order/themeBoxes';
import { dismissFailures, showError, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { choicesDraft, type RefusedOrderState } from '~/components/order/ordering/orderDraft';
import { messagesText } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { remember } from '~/lib/memory';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import type { WantedBox } from './choices';
import { ChangedTwice, saveOrder } from './saveOrder';
import { type OrderRefusal, orderRefusal } from './sendOrderModel';

interface SendOrderInput {
  /** Null for a new order. */
  order: Order | null;
  /** The scope of the form's draft. */
  scope: string;
  /** The earlier values of the touched fields, as JSON. */
  known: string | null;
  /** Called with the present order after the customer is told that another tab has changed it too. */
  onChangedTwice: (latest: Order) => void;
  /** Sends the answers that the server does not have yet. Returns whether any were changed in this form. */
  settle: () => Promise<boolean>;
  /** Called with true before the new order shows on other screens, and with false once the form should be gone. */
  onDone: (isDone: boolean) => void;
}

/** The queries whose data may be out of date if the server refuses an order. */
const reloaded = [ordersQuery, cardOnFileQuery, holidaysQuery, locationsQuery, themeBoxesQuery, questionnaireQuery];

/** Sends the order once, even after a double press, and says why it failed. The typed values stay. */
export function useSendOrder({ order, scope, known, onChangedTwice, settle, onDone }: SendOrderInput) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keep = useKeepOrder();
  const reload = useReloadAfterOrder();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<OrderRefusal['refused']>({});
  const { failure = [] } = (useLocation().state as RefusedOrderState | null) ?? {};
  const [why, setWhy] = useState<OrderRefusal['why']>({ failure });
  const [attempt, setAttempt] = useState(failure.length);

  useEffect(() => {
    if (!busy) sending.current = false;
  }, [busy]);

  // The failure is shown only once, so it is removed from the history's state.
  useEffect(() => {
    if (failure.length > 0) window.history.replaceState({ ...window.history.state, usr: null }, '');
  }, [failure]);

  const refuse = async (error: unknown) => {
    const shown = orderRefusal(error);
    setRefused(shown.refused);
    setWhy(shown.why);
    if (error instanceof ChangedTwice) {
      onChangedTwice(error.latest);
    } else if (!(error instanceof ApiError)) {
      reportError(error);
      showError(messagesText('unexpected'), { spoken: false });
    } else if (!isUnreached(error)) {
      // The list of faults shows the failure too, and gets the focus.
      showFailure(error, { spoken: false });
      // A day may have closed, a theme may be gone, or another tab may have ordered, so the data is reloaded.
      await Promise.all(reloaded.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    }
    // The form is enabled again. Only then can the list of faults get the focus.
    setBusy(false);
    setAttempt((count) => count + 1);
  };

  /** Sends the order. `toasts` are shown once the box is ordered or the changes are saved. */
  const send = async (box: WantedBox, toasts: readonly string[]) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused({});
    setWhy({});
    dismissFailures();
    try {
      const hasAnswers = await settle();
      const saved = await saveOrder(client, { order, known }, box);
      onDone(true);
      if (saved) await keep(saved);
      forgetDraft(choicesDraft, scope);
      if (order === null) remember('selectedThemebox', null);
      if (saved || hasAnswers) toasts.forEach(showSuccess);
      await navigate(paths.dashboard);
      reload();
      // If the customer goes back before the dashboard is rendered, this form is still mounted and must work again. Otherwise
      // this renders together with the dashboard.
      startTransition(() => {
        onDone(false);
        setBusy(false);
      });
    } catch (error) {
      await refuse(error);
    }
  };

  return {
    send,
    busy,
    refused,
    /** Forgets the refusal of a part, because it was changed. */
    forgive: (part: string) =>
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== part))),
    summary: { attempt, ...why },
  };
}
