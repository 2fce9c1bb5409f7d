import { brand, type Flow, type Missing } from '~/core';

/** The title of the form. */
export function titleOf(flow: Flow, orderId: string | null): string {
  const { product } = brand();
  if (flow === 'pickup') return `Pick up a ${product}`;
  return orderId === null ? `Order a ${product}` : 'Change your order';
}

/** The names of the form's parts in the button's list of what is missing, in the order of the page. */
const partNames: Partial<Record<Missing, string>> = {
  store: 'a store',
  ship_by_date: 'a day',
  phone: 'your cell phone number',
  shipping_address: 'your shipping address',
  card: 'a payment card',
  card_expiry: 'a card that does not expire before',
};

/** The same parts. The questions, which are listed by their titles, come after the first two. */
export const namedParts = Object.keys(partNames) as Missing[];

/** The id of the element that gets the focus if this part is missing. */
export const partId = (part: string): string =>
  part === 'card' || part === 'card_expiry' ? 'payment' : `order-${part}`;

/** The form's part for each field of the server, and its label in the list of refused parts. */
const fields: Readonly<Record<string, { part: string; label: string }>> = {
  card: { part: 'card', label: 'Payment' },
  card_expiry: { part: 'card_expiry', label: 'Payment' },
  store: { part: 'store', label: 'Store' },
  assigned_location_id: { part: 'store', label: 'Store' },
  shipping_address: { part: 'shipping_address', label: 'Address' },
  shipping_address_id: { part: 'shipping_address', label: 'Address' },
  ship_by_date: { part: 'ship_by_date', label: 'Day' },
  subscription_type: { part: 'frequency', label: 'How often' },
  themebox: { part: 'themebox', label: 'Theme' },
  themebox_sign_up: { part: 'themebox', label: 'Theme' },
  on_demand_customer_msg: { part: 'note', label: 'Note' },
  phone: { part: 'phone', label: 'Cell phone' },
};

/** The form's part that shows a field's issues. A question's part has the name of its field. */
export const partOf = (field: string): string => fields[field]?.part ?? field;

/** The label of a part; undefined for a question, whose title is its label. */
export const labelOf = (part: string): string | undefined =>
  Object.values(fields).find((field) => field.part === part)?.label;

/** A part and its name. */
export const withName = (part: Missing) => ({ part, name: partNames[part] ?? part });

/** The lead of a new order's form. */
export const lead: Readonly<Record<Flow, string>> = {
  delivery: 'Choose a day and review the rest.',
  pickup: 'Choose a store and a day. Your box waits there for you.',
};

/** The button that sends the form. `subscribes`: the order starts a subscription. */
export function buttonOf(flow: Flow, isChange: boolean, subscribes: boolean): string {
  if (flow === 'pickup') return isChange ? 'Save Order' : 'Place Order';
  if (isChange) return 'Save Changes';
  return subscribes ? `Subscribe and Send My ${brand().product}!` : `Send My ${brand().product}!`;
}
