import { useChangeAccount, useKnownAccount } from '~/api/account';
import { isUnreached, whyFailed } from '~/api/errors';
import { forgetPickup, giveUpPickup, isPickupPlanned, pickupCalls } from '~/api/plannedPickup';

/** Gives up a pick-up that the server may know of. */
export function useDropPickup() {
  const account = useKnownAccount();
  const changeAccount = useChangeAccount({ scope: pickupCalls });
  return {
    busy: changeAccount.isPending,
    failure: whyFailed(changeAccount.error),
    drop: async (visiting: boolean) => {
      // The server may be learning of the plan right now. Without a network the customer's record may not be there.
      const mayBeKnown = !visiting && (isPickupPlanned() || (account?.dressing_room_to_go_signup ?? true));
      forgetPickup();
      if (!mayBeKnown) return;
      try {
        await changeAccount.mutateAsync({ dressing_room_to_go_signup: false });
      } catch (error) {
        // Without a network that waits, and the customer goes on.
        if (!isUnreached(error)) throw error;
        giveUpPickup();
      }
    },
  };
}
