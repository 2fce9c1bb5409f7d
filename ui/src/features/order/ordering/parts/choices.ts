import type { Order } from '~/api/order/orders';
import type { Changes, OrderFields } from '~/api/schema.gen';
import type { Choices } from '~/components/order/ordering/orderDraft';
import { answersChangedElsewhere, type Flow, type Issue, phoneDialed, orderFormValidate, type Type } from '~/core';

/** A box as the form shows it. */
export interface WantedBox {
  flow: Flow;
  date: string;
  /** Null if the form does not ask for it. */
  frequency: Type | null;
  /** Null for no theme. */
  theme: string | null;
  note: string;
  /** Null for a box that is shipped. */
  storeId: string | null;
  /** Null to keep the order's own number. */
  phone: string | null;
}

const themeFields = (theme: string | null): OrderFields =>
  theme === null ? { themebox_sign_up: false } : { themebox_sign_up: true, themebox: theme };

/** The fields of a new order. */
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

/** The fields of an order that the form changes. Others are not sent, because another tab may have changed them meanwhile. */
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

/** The field of the order that each choice changes. */
const fieldsOfChoices = {
  date: 'ship_by_date',
  theme: 'themebox',
  note: 'on_demand_customer_msg',
  store: 'assigned_location_id',
  phone: 'phone',
} as const;

type Known = Readonly<Partial<Record<string, string | null>>>;

const parsed = (known: string | null): Known => JSON.parse(known ?? '{}') as Known;

/** `known` with the present values of the newly `touched` fields added. A value that is known already stays. */
export function addKnown(known: string | null, order: Order, touched: Partial<Choices>): string {
  const now = Object.entries(fieldsOfChoices).filter(([choice]) => choice in touched);
  return JSON.stringify({ ...Object.fromEntries(now.map(([, field]) => [field, order[field]])), ...parsed(known) });
}

/** The changes by the order's fields, for a comparison. */
function compared({ themebox_sign_up, themebox, phone, ...others }: Changes): Known {
  return {
    ...(others as Known),
    ...(themebox_sign_up === undefined ? {} : { themebox: themebox ?? null }),
    ...(typeof phone === 'string' ? { phone: phoneDialed(phone) } : {}),
  };
}

/** The changed fields that another tab has changed too, to a value that was not known here. */
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

/** The known values of the touched fields after the customer has been told of another tab's changes. */
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

/** The issues of the note. */
export const noteIssues = (note: string): Issue[] => orderFormValidate({ ...noFields, on_demand_customer_msg: note });
