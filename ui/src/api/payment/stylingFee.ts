import type { StylingFeeInput, Type as SubscriptionType } from '~/core';
import { now } from '~/lib/time/clock';
import type { Account } from '~/api/schema.gen';

/** The input of core's rule for the styling fee of the first box. */
export const feeInput = (account: Account | undefined, subscription_type: SubscriptionType): StylingFeeInput => ({
  first_timer: account?.first_timer ?? true,
  styling_fee_override_code: account?.styling_fee_override_code ?? null,
  subscription_type,
  now: now(),
});
