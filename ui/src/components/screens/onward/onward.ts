import { useQueryClient } from '@tanstack/react-query';
import { currentOrder, type Order, ordersQuery } from '~/api/order/orders';
import type { Account } from '~/api/schema.gen';
import { dashboardFirstBox, type FirstBox, type SignupProgress, sessionAfterLogin } from '~/core';
import { remember } from '~/lib/memory';
import { paths } from '~/paths';

/** The parts of the sign-up that the customer has finished. */
export function signupProgressOf(account: Account, orders: readonly Order[]): SignupProgress {
  const { style_profile_complete, subscription_type_selected, billing_info_complete } = account;
  return {
    has_current_order: currentOrder(orders) !== null,
    has_orders: orders.length > 0,
    style_profile_complete,
    subscription_type_selected,
    billing_info_complete,
  };
}

/** The steps to the first box; null once the sign-up is over. */
export const signupOf = (account: Account, orders: readonly Order[]): FirstBox | null =>
  dashboardFirstBox(signupProgressOf(account, orders));

/**
 * The path to which a signed-in customer is sent: the next step of the sign-up; once that is finished, the dashboard, or the
 * order form if they have just chosen a theme box.
 */
export function pathOnward(account: Account, orders: readonly Order[], theme: string | null = null): string {
  const signup = signupOf(account, orders);
  return sessionAfterLogin({
    redirect_to: null,
    theme_box: signup === null ? theme : null,
    payment_flag: false,
    default: signup?.next ?? null,
  });
}

/** `pathOnward`, with the server's orders. If they cannot be loaded, it is the dashboard, which loads them again. */
export function usePathOnward() {
  const client = useQueryClient();
  return async (account: Account, theme: string | null = null): Promise<string> => {
    const orders = await client.fetchQuery({ ...ordersQuery, meta: { quiet: true } }).catch(() => null);
    // The order form and the sign-up's last step read the theme from there.
    if (theme !== null) remember('selectedThemebox', theme);
    return orders ? pathOnward(account, orders, theme) : paths.dashboard;
  };
}
