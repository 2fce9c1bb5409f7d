import { useEffect, useRef } from 'react';
import { recall, remember } from '~/lib/memory';
import { useChangeAccount, useKnownAccount } from './account';

/**
 * What this tab remembers of a pick-up that a visitor plans: where they planned it, and later that the server knows. Or that the
 * customer gave it up while there was no network.
 */
const plans = ['at home', 'in store', 'sent', 'given up'] as const;

/** Null if nothing is planned: no other text counts. */
const plan = () => plans.find((known) => known === recall('drtgSignup')) ?? null;

/** Remembers that the first box is picked up, until there is an account to say so to. */
export const planPickup = (inStore: boolean): void =>
  remember('drtgSignup', inStore || plan() === 'in store' ? 'in store' : 'at home');

export const forgetPickup = (): void => remember('drtgSignup', null);

/** Remembers that the server is still to be told that the box is not picked up. */
export const giveUpPickup = (): void => remember('drtgSignup', 'given up');

/** The customer picks the box up after all: the server, which was not told otherwise, knows that. */
export function takePickupAgain(): void {
  if (plan() === 'given up') forgetPickup();
}

export const isPickupPlanned = (): boolean => plan() !== null && plan() !== 'given up';

/** Whether there is a planned pick-up that the server does not know of yet. */
export const isPickupUnsent = (): boolean => isPickupPlanned() && plan() !== 'sent';

/** Tells the server of a planned pick-up, or of one that was given up, once somebody is signed in. If that fails, it is tried again on the next `screen`. */
export function useSendPickup(screen: string): void {
  const { mutate, isPending } = useChangeAccount({ quiet: true });
  const customer = useKnownAccount()?.id;
  const tried = useRef<string | null>(null);
  useEffect(() => {
    const isGivenUp = plan() === 'given up';
    if (customer === undefined || isPending || tried.current === screen || !(isPickupUnsent() || isGivenUp)) return;
    tried.current = screen;
    if (isGivenUp) {
      mutate({ dressing_room_to_go_signup: false }, { onSuccess: () => plan() === 'given up' && forgetPickup() });
      return;
    }
    const inStore = plan() === 'in store' ? { registered_in_store: true } : {};
    const sent = () => isPickupPlanned() && remember('drtgSignup', 'sent');
    mutate({ dressing_room_to_go_signup: true, ...inStore }, { onSuccess: () => void sent() });
  }, [customer, isPending, mutate, screen]);
}
