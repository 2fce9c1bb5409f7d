import type { Order } from '~/api/order/orders';
import type { Store } from '~/api/delivery/locations';
import type { Question } from '~/api/style/questionnaire';
import type { Account, ShippingAddress } from '~/api/schema.gen';
import { customerAddress, storeAddress } from '~/api/account/postalAddress';
import { addressLine } from '~/components/account/address/AddressText';
import { unsavedAddress } from '~/components/order/on-file/AddressBlock';
import type { Choices } from '~/components/order/ordering/orderDraft';
import {
  deliveryOrderReadiness,
  type Flow,
  type Holidays,
  maskPhoneDashed,
  messagesText,
  type Missing,
  pickupOrderReadiness,
  type Responses,
  subscriptionAskedWithBox,
  subscriptionChange,
  type Type,
} from '~/core';
import { dateWords } from '~/lib/time/dateWords';
import { labelOf, namedParts, partId, withName } from './words';

/** The values that an order form shows. */
export interface ShownOrder {
  /** Whether the form asks for the frequency of boxes. */
  asksFrequency: boolean;
  frequency: Type | null;
  /** Null for no theme. */
  theme: string | null;
  note: string;
  phone: string;
}

interface Known {
  flow: Flow;
  /** Null for a new order. */
  order: Order | null;
  account: Account;
  choices: Choices;
  /** The theme that was chosen before the form of a new order was opened. */
  firstTheme: string | null;
}

/** Each value is the customer's choice here, otherwise the order's, otherwise the account's. */
export function shownOrder({ flow, order, account, choices, firstTheme }: Known): ShownOrder {
  const { subscription_type } = account;
  return {
    asksFrequency:
      flow !== 'pickup' && subscriptionAskedWithBox({ subscription_type, has_current_order: order !== null }),
    frequency: choices.frequency ?? subscription_type,
    theme: (choices.theme ?? (order ? order.themebox : firstTheme)) || null,
    note: choices.note ?? order?.on_demand_customer_msg ?? '',
    phone: choices.phone ?? maskPhoneDashed(order?.phone ?? account.phone ?? ''),
  };
}

interface Readiness {
  flow: Flow;
  /** The expiration of the card on file; null if there is no card. */
  expiration: string | null;
  date: string | null;
  /** Whether this day has to be open. An order may keep a day that is not. */
  isDayAsked: (date: string) => boolean;
  responses: Responses;
  asOf: string;
  holidays: Holidays;
  store: Store | null;
  phone: string;
  address: ShippingAddress | null;
}

/** The parts that are still missing, by core. A day that the order keeps is not asked for. */
export function missingParts(of: Readiness): Missing[] {
  const { flow, expiration, date, isDayAsked, responses, asOf, holidays, store, phone, address } = of;
  const form = {
    card: expiration === null ? null : { expiration },
    ship_by_date: date,
    responses,
    now: asOf,
    holidays,
  };
  const { missing } =
    flow === 'pickup'
      ? pickupOrderReadiness({ ...form, store: store?.name ?? null, phone, store_days: store?.store_days ?? null })
      : deliveryOrderReadiness({ ...form, shipping_address: address && customerAddress(address) });
  return missing.filter((part) => part !== 'ship_by_date' || date === null || isDayAsked(date));
}

interface Blocking {
  /** The questions of the form. */
  fields: readonly Question[];
  /** Whether a part is missing or has a fault. */
  isOpen: (part: string) => boolean;
  isFrequencyOpen: boolean;
  isNoteTooLong: boolean;
  isAddressBeingTyped: boolean;
}

/** The parts that block the button, in their order on the page. */
export function blockingParts(of: Blocking): { part: string; name: string }[] {
  const { fields, isOpen, isFrequencyOpen, isNoteTooLong, isAddressBeingTyped } = of;
  return [
    ...namedParts.slice(0, 2).filter(isOpen).map(withName),
    ...(isFrequencyOpen ? [{ part: 'frequency', name: 'how often boxes come' }] : []),
    ...fields.filter(({ ref }) => isOpen(ref)).map(({ ref, title }) => ({ part: ref, name: title })),
    ...(isNoteTooLong ? [{ part: 'note', name: 'a shorter note' }] : []),
    ...namedParts.slice(2).filter(isOpen).map(withName),
    ...(isAddressBeingTyped && !isOpen('shipping_address') ? [{ part: 'shipping_address', name: unsavedAddress }] : []),
  ];
}

interface Saved {
  shown: ShownOrder;
  isChange: boolean;
  account: Account;
  store: Store | null;
  /** The day that the page shows as chosen. */
  date: string | null;
  asOf: string;
}

/** The messages after the order is saved. */
export function savedToasts({ shown, isChange, account, store, date, asOf }: Saved): string[] {
  const pickedUp =
    store && date !== null
      ? ` Pick it up on ${dateWords(date)}: ${store.name}, ${addressLine(storeAddress(store))}.`
      : '';
  const placed = messagesText(isChange ? 'changes_saved' : 'order_placed') + pickedUp;
  const { subscription_type: from, styling_fee_override_code } = account;
  const { asksFrequency, frequency: to } = shown;
  // The $1 toast of 2020, as on the subscription's screen (spec B, section 4).
  const aboutFee =
    asksFrequency && from !== null && to !== null
      ? subscriptionChange({ from, to, styling_fee_override_code, now: asOf })
      : null;
  return aboutFee === null ? [placed] : [placed, aboutFee];
}

/** The parts that the server refused, for the list above the form. */
export const refusedFaults = (refused: Readonly<Record<string, string>>, fields: readonly Question[]) =>
  Object.entries(refused).map(([part, message]) => ({
    id: partId(part),
    label: labelOf(part) ?? fields.find(({ ref }) => ref === part)?.title ?? part,
    message,
  }));
