import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Type as SubscriptionType } from '~/core';
import { api } from './client';

/** An address that the customer gave. Its fields are named as the customer record names them. */
export interface ShippingAddress {
  id: string;
  name: string | null;
  phone: string | null;
  is_primary: boolean;
  shipping_line_1: string;
  shipping_line_2: string | null;
  shipping_city: string;
  shipping_state: string;
  shipping_postal_code: string;
  shipping_phone: string | null;
}

/** The customer who is signed in. */
export interface Account {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  registration_postal_code: string;
  phone: string | null;
  subscription_type: SubscriptionType | null;
  skip_days: number;
  cc_expiration: string | null;
  referral_code: string;
  first_timer: boolean;
  preferred_stylist: string | null;
  assigned_location_id: string | null;
  celerant_id: string | null;
  kount_session_id: string | null;
  dressing_room_to_go_signup: boolean;
  themebox_signup: boolean;
  registered_in_store: boolean;
  styling_fee_override_code: string | null;
  registration_shipping_address_complete: boolean;
  style_profile_complete: boolean;
  subscription_type_selected: boolean;
  billing_info_complete: boolean;
  shipping_addresses: ShippingAddress[];
}

/** What the customer may change of their record. */
export type AccountChange = Partial<
  Pick<
    Account,
    'email' | 'first_name' | 'last_name' | 'phone' | 'subscription_type' | 'assigned_location_id' | 'preferred_stylist'
  >
>;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get<Account>('/account', { signal }),
  staleTime: 5 * 60_000,
});

/** The customer who is signed in, once loaded. */
export const useAccount = () => useQuery(accountQuery);

/** Changes the customer's record. */
export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: AccountChange) => api.patch<Account>('/account', { customer }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}
