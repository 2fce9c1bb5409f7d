import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { currentOrder, type Order, ordersQuery } from '~/api/orders';
import type { Account, ForgottenCustomer, NewPassword } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';
import { dashboardFirstBox, sessionAfterLogin } from '~/core';
import { paths } from '~/paths';

/** Requests a link that sets a new password. The answer is always the same, so errors are not shown. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (customer: ForgottenCustomer) => api.post('/passwords', { body: { customer } }),
    meta: { quiet: true },
  });

/** Sets the new password and opens a session. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<NewPassword>) => api.put('/passwords', { body: { customer } }),
    onSuccess: (account) => startSession(client, account),
  });
}

/**
 * The path for a customer who has chosen their first password: the next step of the sign-up, or the dashboard if there is none.
 */
export function pathAfterFirstPassword(account: Account, orders: readonly Order[]): string {
  const { style_profile_complete, subscription_type_selected, billing_info_complete } = account;
  const firstBox = dashboardFirstBox({
    has_current_order: currentOrder(orders) !== null,
    has_orders: orders.length > 0,
    style_profile_complete,
    subscription_type_selected,
    billing_info_complete,
  });
  return sessionAfterLogin({
    redirect_to: null,
    theme_box: null,
    payment_flag: false,
    default: firstBox?.next ?? null,
  });
}

/** `pathAfterFirstPassword`, with the server's orders. If they cannot be loaded, it is the dashboard, which loads them again. */
export function usePathAfterFirstPassword() {
  const client = useQueryClient();
  return async (account: Account): Promise<string> => {
    const orders = await client.fetchQuery({ ...ordersQuery, meta: { quiet: true } }).catch(() => null);
    return orders ? pathAfterFirstPassword(account, orders) : paths.dashboard;
  };
}
