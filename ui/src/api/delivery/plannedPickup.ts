import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { recall, remember } from '~/lib/memory';
import { useReached } from '~/lib/reach';
import { changeAccount, useKnownAccount } from '~/api/account/record';
import type { ChangedFormFields } from '~/api/schema.gen';

/**
 * The states of a planned pick-up: a visitor planned it at home or in a store, the server was told of it, or the customer
 * gave it up and the server does not know yet.
 */
const plans = ['at home', 'in store', 'sent', 'given up'] as const;

/** Returns the plan that this tab remembers; null if there is none. */
const plan = () => plans.find((known) => known === recall('drtgSignup')) ?? null;

/** Remembers that the visitor picks up the first box. The server is told once there is an account. */
export const planPickup = (inStore: boolean): void =>
  remember('drtgSignup', inStore || plan() === 'in store' ? 'in store' : 'at home');

export const forgetPickup = (): void => remember('drtgSignup', null);

/** Remembers that the customer does not pick up the box after all. The server is told later. */
export const giveUpPickup = (): void => remember('drtgSignup', 'given up');

/** The customer picks up the box after all. The server may have been told that they gave it up, and is told again. */
export function takePickupAgain(): void {
  if (plan() === 'given up') planPickup(false);
}

export const isPickupPlanned = (): boolean => plan() !== null && plan() !== 'given up';

export const isPlannedInStore = (): boolean => plan() === 'in store';

/** Whether there is a planned pick-up that the server does not know of yet. */
export const isPickupUnsent = (): boolean => isPickupPlanned() && plan() !== 'sent';

/** What the server does not know of the plan yet; null if it knows it all. */
function unsentMark(): ChangedFormFields | null {
  const known = plan();
  if (known === 'given up') return { dressing_room_to_go_signup: false };
  if (known === 'at home') return { dressing_room_to_go_signup: true };
  return known === 'in store' ? { dressing_room_to_go_signup: true, registered_in_store: true } : null;
}

/** The calls that tell the server of a pick-up are made one after the other, so that an earlier one never has the last word. */
export const pickupCalls = { id: 'planned pick-up' };

/** Tells the server what it does not know of the plan once it is this call's turn. */
export function useSettlePickup(): () => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    meta: { quiet: true },
    scope: pickupCalls,
    mutationFn: async () => {
      const sent = plan();
      const mark = unsentMark();
      if (mark === null) return;
      await changeAccount(client, mark);
      // What the customer has planned meanwhile is still to be sent.
      if (plan() === sent) remember('drtgSignup', sent === 'given up' ? null : 'sent');
    },
  });
  return mutateAsync;
}

/**
 * Tells the server, once somebody is signed in, that a pick-up was planned or given up. A failed call is repeated on the next
 * `screen`, and once the server can be reached again.
 */
export function useSendPickup(screen: string): void {
  const settle = useSettlePickup();
  const customer = useKnownAccount()?.id;
  const reached = useReached();
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (!reached) tried.current = null;
    if (!reached || customer === undefined || tried.current === screen) return;
    tried.current = screen;
    settle().catch(() => undefined);
  }, [customer, reached, screen, settle]);
}
