import type { Account } from '~/api/schema.gen';
import { unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { messagesText, subscriptionChange, subscriptionChangeNeedsConfirmation, type Type } from '~/core';
import type { Choice } from './choice';

/** The parts of the form that the button's list leads to. */
export const frequencyId = 'frequency';
export const addressId = 'address';

/** How often boxes come, as the form shows it. */
export interface ShownFrequency {
  from: Type | null;
  /** What is marked; null if nothing is. */
  to: Type | null;
  /** What a save changes it to; null if it changes nothing. */
  change: Type | null;
  /** Whether the change undoes a skip. */
  voids: boolean;
}

/** `proposed`: the default of an abandoned account. It is a choice that is seen, and saved only by the button. */
export function shownFrequency(account: Account, choice: Choice, proposed: Type | null): ShownFrequency {
  const { subscription_type: from, skip_days } = account;
  const to = choice.frequency ?? from ?? proposed;
  const change = to === from ? null : to;
  const voids =
    change !== null && from !== null && subscriptionChangeNeedsConfirmation({ skip_days, from, to: change });
  return { from, to, change, voids };
}

/** What the form still lacks, in the order of the page. */
export const missingParts = (to: Type | null, isAddressBeingTyped: boolean) => [
  ...(to === null ? [{ id: frequencyId, name: 'how often boxes come' }] : []),
  ...(isAddressBeingTyped ? [{ id: addressId, name: unsavedAddress }] : []),
];

/** What is said once the form is saved: nothing if nothing was changed. */
export function savedToasts({ from, change }: ShownFrequency, account: Account, asOf: string): string[] {
  if (change === null) return [];
  const { styling_fee_override_code } = account;
  const fee = from && subscriptionChange({ from, to: change, styling_fee_override_code, now: asOf });
  return [messagesText('changes_saved'), ...(fee ? [fee] : [])];
}
