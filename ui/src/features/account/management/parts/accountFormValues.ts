import { primaryAddress } from '~/api/account/record';
import type { Account, ChangeAccountBody, ChangedFormFields } from '~/api/schema.gen';
import {
  accountChangeValidate,
  accountValidate,
  addressChanged,
  answersChangedElsewhere,
  type Issue,
  maskPhoneDashed,
  phoneDialed,
} from '~/core';
import {
  addressAmong,
  addressOnFile,
  labelsOf,
  linesOf,
  namesAfter,
  underNames,
} from '~/components/account/address/typedAddress';
import { declareDraft } from '~/lib/draft/draft';

/** The fields of the address. */
export const shippingNames = namesAfter('shipping_');

/** The fields of the account form, as the server's issues name them. */
export const accountLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Cell phone',
  email: 'Email',
  ...labelsOf(shippingNames),
  shipping_phone: 'Cell phone for deliveries',
  assigned_location_id: 'Preferred store',
  preferred_stylist: 'Stylist',
};

export type AccountField = keyof typeof accountLabels;

export type AccountFields = Record<AccountField, string>;

/** The form's values: its fields, and `known`, their values when the customer began, as JSON. */
export type AccountValues = AccountFields & { known: string };

const fieldNames = Object.keys(accountLabels) as AccountField[];

/**
 * The typed fields together with their earlier values, so that after a reload another tab's changes can be told from the
 * customer's own.
 */
export const accountDraft = declareDraft<AccountValues>({
  name: 'account',
  lifetime: 'customer',
  fields: [...fieldNames, 'known'],
});

/** The names, and the lines of the address. */
export const accountLines = ['first_name', 'last_name', ...linesOf(shippingNames)];

const addressLabel = 'Address';

/** The groups of fields that are changed as a whole. */
const fieldGroups: readonly { label: string; fields: readonly AccountField[] }[] = [
  ...(['first_name', 'last_name', 'phone', 'email'] as const).map(single),
  { label: addressLabel, fields: Object.values(shippingNames) },
  ...(['assigned_location_id', 'preferred_stylist'] as const).map(single),
];

function single(field: AccountField) {
  return { label: accountLabels[field], fields: [field] };
}

/** The account's fields. An empty stylist leaves the choice to the shop. */
export function fieldsOf(account: Account): AccountFields {
  return {
    first_name: account.first_name,
    last_name: account.last_name,
    phone: maskPhoneDashed(account.phone ?? ''),
    email: account.email,
    ...underNames(addressOnFile(primaryAddress(account), maskPhoneDashed), shippingNames),
    assigned_location_id: account.assigned_location_id ?? '',
    preferred_stylist: account.preferred_stylist ?? '',
  };
}

export function valuesOf(account: Account): AccountValues {
  const fields = fieldsOf(account);
  return { ...fields, known: JSON.stringify(fields) };
}

export const knownOf = ({ known }: AccountValues) => JSON.parse(known) as AccountFields;

const differ = (fields: readonly AccountField[], some: AccountFields, others: AccountFields) =>
  fields.some((field) => some[field].trim() !== others[field].trim());

/** Whether something is typed that is not saved. */
export const hasChanges = (values: AccountValues): boolean => differ(fieldNames, values, knownOf(values));

const noChange = {
  first_name: null,
  last_name: null,
  email: null,
  subscription_type: null,
  assigned_location_id: null,
  preferred_stylist: null,
  password: null,
  password_confirmation: null,
};

/** Whether the typed address differs from the saved one. */
export const isAddressChanged = (values: AccountValues): boolean =>
  differ(Object.values(shippingNames), values, knownOf(values));

/** The issues of the form. An address or phone that was never given can stay empty. */
export function validateAccount(values: AccountValues): Issue[] {
  const known = knownOf(values);
  const phone = values.phone === '' && known.phone === '' ? null : values.phone;
  return [
    ...accountValidate({ ...values, has_address: hasAddress(known) }),
    ...accountChangeValidate({ ...noChange, phone }),
  ];
}

/** Whether the account has an address. Every address has a first line. */
export const hasAddress = ({ shipping_line_1 }: AccountFields) => shipping_line_1 !== '';

interface ChangedGroups {
  /** The groups that the customer has not changed here. The form shows their new values. */
  followed: readonly (typeof fieldGroups)[number][];
  /** The groups that the customer has changed here too, to other values. They stay as typed. */
  conflicts: readonly (typeof fieldGroups)[number][];
}

/**
 * The changes without the address, which the customer has chosen in this form: the form shows it, and there is nothing to
 * say.
 */
export const withoutAddress = ({ followed, conflicts }: ChangedGroups): ChangedGroups => ({
  followed: followed.filter(({ label }) => label !== addressLabel),
  conflicts,
});

/** The changes that were made elsewhere since the customer began. */
export function changedElsewhere(values: AccountValues, latest: AccountFields): ChangedGroups {
  const known = knownOf(values);
  const isTouched = ({ fields }: (typeof fieldGroups)[number]) => differ(fields, values, known);
  const text = (fields: readonly AccountField[], of: AccountFields) =>
    JSON.stringify(fields.map((field) => of[field].trim()));
  const refs = answersChangedElsewhere(
    Object.fromEntries(
      fieldGroups
        .filter(isTouched)
        .map(({ label, fields }) => [
          label,
          { known: [text(fields, values), text(fields, known)], server: text(fields, latest) },
        ]),
    ),
  );
  return {
    followed: fieldGroups.filter((group) => !isTouched(group) && differ(group.fields, known, latest)),
    conflicts: fieldGroups.filter(({ label }) => refs.includes(label)),
  };
}

/** Whether another stylist is chosen, or the choice is left to the shop. */
export const isStylistChanged = (values: AccountValues): boolean =>
  differ(['preferred_stylist'], values, knownOf(values));

/**
 * The changes that the form makes to the account; null if there are none. `anyStylist` is the answer that leaves the choice
 * of a stylist to the shop.
 */
export function changeOf(values: AccountValues, account: Account, anyStylist: string | null): ChangeAccountBody | null {
  const known = knownOf(values);
  const isChanged = (field: AccountField) => differ([field], values, known);
  const customer: ChangedFormFields = {
    ...(isChanged('first_name') ? { first_name: values.first_name } : {}),
    ...(isChanged('last_name') ? { last_name: values.last_name } : {}),
    ...(isChanged('phone') ? { phone: phoneDialed(values.phone) } : {}),
    ...(isChanged('email') ? { email: values.email } : {}),
    ...(isChanged('assigned_location_id') ? { assigned_location_id: values.assigned_location_id } : {}),
    ...(isStylistChanged(values) ? { preferred_stylist: values.preferred_stylist || anyStylist } : {}),
  };
  const isMoved =
    isAddressChanged(values) &&
    addressChanged({ primary: primaryAddress(account) && compared(known), candidate: compared(values) });
  if (Object.keys(customer).length === 0 && !isMoved) return null;
  return { customer, ...(isMoved ? { shipping_address: dialed(values) } : {}) };
}

/** The address as it is sent, with only the digits of the phone number. */
const dialed = (values: AccountFields) => ({
  ...addressAmong(values, shippingNames),
  phone: phoneDialed(values.shipping_phone),
});

/** The address for a comparison. The recipient is not in the form and stays the same. */
const compared = (values: AccountFields) => ({ ...dialed(values), name: '' });
