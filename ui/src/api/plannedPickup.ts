import { useEffect, useRef } from 'react';
import { recall, remember } from '~/lib/memory';
import { useChangeAccount, useKnownAccount } from './account';

/**
 * How far a planned pick-up is: a visitor planned it at home or in a store, the server was told of it, or the customer gave it up
 * while there was no network.
 */
const plans = ['at home', 'in store', 'sent', 'given up'] as const;

/** Returns the plan that this tab remembers; null if there is none. */
const plan = () => plans.find((known) => known === recall('drtgSignup')) ?? null;

/** Remembers that the visitor picks up the first box. The server is told once there is an account. */
export const planPickup = (inStore: boolean): void =>
  remember('drtgSignup', inStore || plan() === 'in store' ? 'in store' : 'at home');

export const forgetPickup = (): void => remember('drtgSignup', null);

/** Remembers that the customer does not pick up the box after all. The server is told once there is a network. */
export const giveUpPickup = (): void => remember('drtgSignup', 'given up');

/** Forgets that the customer gave up the pick-up. The server was not told of that, so there is nothing to send. */
export function takePickupAgain(): void {
  if (plan() === 'given up') forgetPickup();
}

export const isPickupPlanned = (): boolean => plan() !== null && plan() !== 'given up';

/** Whether there is a planned pick-up that the server does not know of yet. */
export const isPickupUnsent = (): boolean => isPickupPlanned() && plan() !== 'sent';

/**
 * Tells the server, once somebody is signed in, that a pick-up was planned or given up. A failed call is repeated on the next
 * `screen`.
 */
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
