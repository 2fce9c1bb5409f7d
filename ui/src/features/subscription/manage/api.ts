import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import { setNewer } from '~/api/setNewer';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { Account } from '~/api/schema.gen';
import { answersChangedElsewhere, type Type } from '~/core';

/** Keeps the changed account, and waits until the next charge is reloaded. */
async function keep(client: QueryClient, account: Account): Promise<void> {
  await setNewer(client, accountQuery.queryKey, account);
  await client.invalidateQueries({ queryKey: nextChargeQuery().queryKey.slice(0, 2) });
}

/** Skips the next box, or undoes that. */
export function useSkip() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (skips: boolean) => api.patch(skips ? '/account/skip_a_box' : '/account/unskip_a_box'),
    onSuccess: (account) => keep(client, account),
    // Another tab may have skipped the box or ordered one.
    onError: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** A new frequency, and what the customer saw when they chose it. */
interface Chosen {
  to: Type;
  /** The frequency until now; null if there was none. */
  from: Type | null;
  skip_days: number;
}

/** Whether the frequency or the skipped days were changed elsewhere since. */
const isChangedElsewhere = ({ to, from, skip_days }: Chosen, latest: Account): boolean =>
  answersChangedElsewhere({
    subscription_type: { known: [to, from], server: latest.subscription_type },
    skip_days: { known: [skip_days], server: latest.skip_days },
  }).length > 0;

/**
 * Changes the frequency of boxes. If it was changed elsewhere meanwhile, nothing is overwritten, because the customer has to
 * see that first.
 */
export function useChangeFrequency() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: Chosen) => {
      const latest = await api.get('/account');
      if (isChangedElsewhere(chosen, latest)) {
        await keep(client, latest);
        return { account: latest, isSaved: false };
      }
      const account = await api.patch('/account', { body: { customer: { subscription_type: chosen.to } } });
      await setNewer(client, accountQuery.queryKey, account);
      // Otherwise the next screen would show the next box of the old frequency until the new one is loaded.
      const after = client.getQueryData(nextChargeQuery(chosen.to).queryKey);
      if (after) await setNewer(client, nextChargeQuery().queryKey, after);
      else client.removeQueries({ queryKey: nextChargeQuery().queryKey });
      // The frequency is one of the answers too.
      void client.invalidateQueries({ queryKey: questionnaireQuery.queryKey });
      return { account, isSaved: true };
    },
  });
}
