import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Type as SubscriptionType } from '~/core';
import { api } from './client';
import type { ChangeAccountBody, ChangedFormFields, ShippingAddress } from './schema.gen';

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

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get<Account>('/account', { signal }),
  staleTime: 5 * 60_000,
});

export const useAccount = () => useQuery(accountQuery);

/** Changes the customer's record. */
export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: ChangedFormFields) =>
      api.patch<Account>('/account', { customer } satisfies ChangeAccountBody),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}
