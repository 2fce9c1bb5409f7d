import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { startSession } from '~/api/account/sessions';
import { setNewer } from '~/api/setNewer';
import { showFailure } from '~/components/feedback/Toaster';

/** Changes the email address of the account that was just made, and sends the link for a password there. */
export function useCorrectEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: { email: string }) => api.patch('/registrations', { body: { customer } }),
    onSuccess: (account) => setNewer(client, accountQuery.queryKey, account),
  });
}

/** Opens a session with the code that a store's tablet shows. */
export function useRedeemPhoneLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.put('/phone_links', { body: { phone_link: { token } } }),
    onSuccess: ({ account }) => startSession(client, account),
    // The screen itself reads the failure out.
    onError: (error) => showFailure(error, { spoken: false }),
    meta: { quiet: true },
  });
}
