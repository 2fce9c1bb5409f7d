import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnreached, whyFailed } from '~/api/errors';
import { ordersQuery, useKeepOrder } from '~/api/order/orders';
import type { ThemeBox } from '~/api/schema.gen';
import { loadThisBox, thisBoxQuery } from '~/api/order/thisBox';
import { showError, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { remember } from '~/lib/memory';
import { none } from '~/lib/none';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import { markedDraft } from './markedDraft';

const hasChanged = 'The details of your box have changed. Please review them and press the button again.';

/** The theme box that one press orders. */
export function useOrderThisBox(isOffered: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keep = useKeepOrder();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(none);
  // Another tab may have ordered a box or changed the address.
  const { data: box = null, isPending } = useQuery({ ...thisBoxQuery, enabled: isOffered, refetchOnMount: 'always' });
  /**
   * Orders the theme box. Returns null if the order form should not open; otherwise why the box was not ordered (empty if
   * that was not tried).
   */
  const send = async ({ theme }: ThemeBox): Promise<readonly string[] | null> => {
    setFailure(none);
    if (!box) return none;
    setBusy(true);
    try {
      const { orderThisBox } = await loadThisBox();
      const made = await orderThisBox(client, theme, box);
      if (!made) {
        if (!client.getQueryData(thisBoxQuery.queryKey)) return none;
        showError(hasChanged);
        setFailure([hasChanged]);
        return null;
      }
      remember('selectedThemebox', null);
      forgetDraft(markedDraft);
      await keep(made);
      showSuccess(messagesText('order_placed'));
      await navigate(paths.dashboard);
      void client.invalidateQueries({ queryKey: ordersQuery.queryKey });
      return null;
    } catch (error) {
      showFailure(error);
      const why = whyFailed(error);
      setFailure(why);
      // Without an answer the customer can press again. The order form shows any other failure.
      return isUnreached(error) ? null : why;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, failure, box, isPlanning: isOffered && isPending };
}
