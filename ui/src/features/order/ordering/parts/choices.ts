import type { Order } from '~/api/orders';
import type { Changes, OrderFields } from '~/api/schema.gen';
import type { Choices } from '~/components/order/ordering/orderDraft';
import { answersChangedElsewhere, type Flow, type Issue, phoneDialed, orderFormValidate, type Type } from '~/core';

/** A box as the form shows it. */
export interface WantedBox {
  flow: Flow;
  date: string;
  /** Null if it is not asked. */
  frequency: Type | null;
  /** Null for none. */
  theme: string | null;
  note: string;
  /** Null for a box that is shipped. */
  storeId: string | null;
  /** Null for the order's own. */
  phone: string | null;
}

const themeFields = (theme: string | null): OrderFields =>
  theme === null ? { themebox_sign_up: false } : { themebox_sign_up: true, themebox: theme };

/** A new order. Its phone is the one that the form shows. */
export function newOrder({ flow, date, frequency, theme, note, storeId, phone }: WantedBox): OrderFields {
  return {
    customer_pick_up: flow === 'pickup',
    ship_by_date: date,
    ...themeFields(theme),
    ...(frequency === null ? {} : { subscription_type: frequency }),
    ...(note.trim() === '' ? {} : { on_demand_customer_msg: note }),
    ...(flow === 'pickup' ? { assigned_location_id: storeId, ...(phone === null ? {} : { phone }) } : {}),
  };
}

/** What the form changes of an order: fields that another tab may have changed meanwhile stay. */
export function changesOf(order: Order, box: WantedBox): Changes {
  const picksUp = box.flow === 'pickup';
  return {
    ...(box.date === order.ship_by_date ? {} : { ship_by_date: box.date }),
    ...(box.theme === order.themebox ? {} : themeFields(box.theme)),
    ...(box.note === (order.on_demand_customer_msg ?? '') ? {} : { on_demand_customer_msg: box.note }),
    ...(picksUp && box.storeId !== order.assigned_location_id ? { assigned_location_id: box.storeId } : {}),
    ...(picksUp && box.phone !== null && phoneDialed(box.phone) !== order.phone ? { phone: box.phone } : {}),
  };
}

/** Which field of the order a choice changes. */
const fieldsOfChoices = {
  date: 'ship_by_date',
  theme: 'themebox',
  note: 'on_demand_customer_msg',
  store: 'assigned_location_id',
  phone: 'phone',
} as const;

type Known = Readonly<Partial<Record<string, string | null>>>;

const parsed = (known: string | null): Known => JSON.parse(known ?? '{}') as Known;

/** What the touched fields were before, with those that are `touched` now. What is known of a field stays. */
export function knownWith(known: string | null, order: Order, touched: Partial<Choices>): string {
  const now = Object.entries(fieldsOfChoices).filter(([choice]) => choice in touched);
  return JSON.stringify({ ...Object.fromEntries(now.map(([, field]) => [field, order[field]])), ...parsed(known) });
}

/** The changes, each with the field of the order that shows it. */
function compared({ themebox_sign_up, themebox, phone, ...others }: Changes): Known {
  return {
    ...(others as Known),
    ...(themebox_sign_up === undefined ? {} : { themebox: themebox ?? null }),
    ...(typeof phone === 'string' ? { phone: phoneDialed(phone) } : {}),
  };
}

/** The changed fields that another tab has changed too, to something else than was known here. */
export function changedTwice(changes: Changes, known: string | null, order: Order, latest: Order): string[] {
  const before = parsed(known);
  return answersChangedElsewhere(
    Object.fromEntries(
      Object.entries(compared(changes)).map(([field, value]) => {
        const name = field as keyof Order;
        const first = field in before ? before[field] : order[name];
        return [field, { known: [value, first ?? null], server: latest[name] ?? null }];
      }),
    ),
  );
}

/** What is known of the touched fields once the customer has seen how another tab changed them. */
export const knownAfter = (known: string | null, latest: Order): string =>
  JSON.stringify(Object.fromEntries(Object.keys(parsed(known)).map((field) => [field, latest[field as keyof Order]])));

const noFields = {
  customer_pick_up: null,
  ship_by_date: null,
  subscription_type: null,
  on_demand_customer_msg: null,
  themebox_sign_up: null,
  themebox: null,
  themebox_description: null,
  coupon: null,
  blog_interest: null,
  assigned_location_id: null,
  phone: null,
  shipping_address_id: null,
};

/** What is wrong with the note. */
export const noteIssues = (note: string): Issue[] => orderFormValidate({ ...noFields, on_demand_customer_msg: note });
