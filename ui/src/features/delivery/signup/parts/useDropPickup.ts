import { useChangeAccount, useKnownAccount } from '~/api/account/record';
import { isUnreached, whyFailed } from '~/api/errors';
import { forgetPickup, giveUpPickup, isPickupPlanned, pickupCalls } from '~/api/delivery/plannedPickup';

/** Gives up a planned pick-up, and tells the server if it may know of the plan. */
export function useDropPickup() {
  const account = useKnownAccount();
  const changeAccount = useChangeAccount({ scope: pickupCalls });
  return {
    busy: changeAccount.isPending,
    failure: whyFailed(changeAccount.error),
    drop: async (visiting: boolean) => {
      // A call that tells the server of the plan may be under way. Without a network the customer's record may not be loaded.
      const mayBeKnown = !visiting && (isPickupPlanned() || (account?.dressing_room_to_go_signup ?? true));
      forgetPickup();
      if (!mayBeKnown) return;
      try {
        await changeAccount.mutateAsync({ dressing_room_to_go_signup: false });
      } catch (error) {
        // Without a network the call waits, and the customer continues.
        if (!isUnreached(error)) throw error;
        giveUpPickup();
      }
    },
  };
}
