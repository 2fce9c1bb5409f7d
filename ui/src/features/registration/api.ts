import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '~/api/account';
import { api } from '~/api/client';
import { startSession } from '~/api/sessions';

/** The registration payload (spec A, section 3). */
export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  registration_postal_code: string;
  password: string;
  password_confirmation: string;
  referred_by_code: string | null;
  campaign_code: string | null;
  campaign_url: string | null;
  internal_note: string;
  themebox_signup: boolean;
  recaptchaToken: string;
}

/** Makes an account and opens its session. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Registration) => api.post<Account>('/registrations', { customer }),
    onSuccess: (account) => startSession(client, account),
  });
}
