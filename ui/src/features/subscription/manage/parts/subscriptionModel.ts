import type { Account } from '~/api/schema.gen';
import { unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { messagesText, subscriptionChange, subscriptionChangeNeedsConfirmation, type Type } from '~/core';
import type { Choice } from './choice';

/** The ids of the parts that get the focus if they are missing. */
export const frequencyId = 'frequency';
export const addressId = 'address';

/** The frequency as the form shows it. */
export interface ShownFrequency {
  from: Type | null;
  /** The selected frequency; null if none is selected. */
  to: Type | null;
  /** The frequency that Save would set; null if it would change nothing. */
  change: Type | null;
  /** Whether the change undoes a skip. */
  voids: boolean;
}

/** `proposed`: the default for an abandoned account. The form shows it as selected, and only the button saves it. */
export function shownFrequency(account: Account, choice: Choice, proposed: Type | null): ShownFrequency {
  const { subscription_type: from, skip_days } = account;
  const to = choice.frequency ?? from ?? proposed;
  const change = to === from ? null : to;
  const voids =
    change !== null && from !== null && subscriptionChangeNeedsConfirmation({ skip_days, from, to: change });
  return { from, to, change, voids };
}

/** The parts that are still missing, in the order of the page. */
export const missingParts = (to: Type | null, isAddressBeingTyped: boolean) => [
  ...(to === null ? [{ id: frequencyId, name: 'how often boxes come' }] : []),
  ...(isAddressBeingTyped ? [{ id: addressId, name: unsavedAddress }] : []),
];

/** The messages after the form is saved; none if nothing was changed. */
export function savedToasts({ from, change }: ShownFrequency, account: Account, asOf: string): string[] {
  if (change === null) return [];
  const { styling_fee_override_code } = account;
  const fee = from && subscriptionChange({ from, to: change, styling_fee_override_code, now: asOf });
  return [messagesText('changes_saved'), ...(fee ? [fee] : [])];
}
