import { primaryAddress } from '~/api/account/record';
import { ApiError, presentation } from '~/api/errors';
import type { Account } from '~/api/schema.gen';
import { refusalsAt } from '~/components/account/taken-email/emailRefusals';
import { addressRefusals } from '~/components/account/address/typedAddress';
import { messagesText, mfaNext } from '~/core';
import { type AccountValues, changedElsewhere, fieldsOf, shippingNames, withoutAddress } from './accountFormValues';

/** The changes that were made elsewhere while the form was open, as labels. */
export interface Elsewhere {
  followed: readonly string[];
  conflicts: readonly string[];
}

/**
 * The changes that were made elsewhere; null if there are none. `chosenMain`: the id of the address that the customer has
 * made the main one in this form.
 */
export function elsewhereOf(values: AccountValues, account: Account, chosenMain: string | null): Elsewhere | null {
  const changed = changedElsewhere(values, fieldsOf(account));
  const isAddressChosen = chosenMain !== null && primaryAddress(account)?.id === chosenMain;
  const { followed, conflicts } = isAddressChosen ? withoutAddress(changed) : changed;
  if (followed.length === 0 && conflicts.length === 0) return null;
  return { followed: followed.map(({ label }) => label), conflicts: conflicts.map(({ label }) => label) };
}

const refusalsAtEmail = refusalsAt('email');

/** The issues in a refusal, by the form's fields. */
export const accountRefusals = (error: unknown) =>
  error instanceof ApiError && presentation(error).address_error !== null
    ? addressRefusals(error, shippingNames.line_1)
    : refusalsAtEmail(error);

/** Whether a change waits for a code. An address that was refused comes first (core's `mfa.next`). */
export function needsCodeAfter(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { mfa_required, address_error } = presentation(error);
  if (!mfa_required) return false;
  const state = mfaNext({ state: 'not_required', event: 'mfa_error', address_error: address_error !== null });
  return state === 'required';
}

/** The message after the account is saved. A new email takes effect once its link is opened. */
export const savedWords = ({ pending_email }: Account, before: Account): string =>
  pending_email === null || pending_email === before.pending_email
    ? messagesText('changes_saved')
    : `${messagesText('changes_saved')} Open the link that we sent to ${pending_email}.`;
