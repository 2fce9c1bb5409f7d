import { useState } from 'react';
import type { Order } from '~/api/order/orders';
import {
  deliveryCalendarBlocked,
  deliveryCalendarDefaultDate,
  type Flow,
  type Holidays,
  orderFormDayIsAsked,
  pickupCalendarBlocked,
} from '~/core';
import type { Store } from '~/api/delivery/locations';
import { now } from '~/lib/time/clock';
import { dayToCome } from '~/lib/time/dayToCome';

interface OrderDayInput {
  flow: Flow;
  /** Null for a new order. */
  order: Order | null;
  /** The store of a pick-up; null for a box that is shipped, and while none is chosen. */
  store: Store | null;
  holidays: Holidays;
  /** The day that the customer has chosen in the form. */
  chosen: string | null;
}

/** The day of the box: the chosen one if it is open, otherwise core's proposal for a new shipped order. */
export function useOrderDay({ flow, order, store, holidays, chosen }: OrderDayInput) {
  const picksUp = flow === 'pickup';
  const [asOf, setAsOf] = useState(now);
  const storeDays = store?.store_days ?? null;
  /** Whether this day has to be open. */
  const isAsked = (day: string) =>
    orderFormDayIsAsked({
      before: order && plannedDay(order, order.ship_by_date, order.assigned_location_id),
      after: plannedDay({ customer_pick_up: picksUp }, day, picksUp ? (store?.id ?? null) : null),
    });
  const ownDay = order && !isAsked(order.ship_by_date) ? order.ship_by_date : null;
  // An order that is late keeps its day until the day is moved or the customer chooses another one.
  const isLate = order !== null && (order.delay?.is_late === true || dayToCome(order.ship_by_date) === null);
  const blockedAt = (day: string, at: string) => {
    if (day === ownDay) return null;
    const input = { date: day, now: at, holidays };
    return picksUp ? pickupCalendarBlocked({ ...input, store_days: storeDays }) : deliveryCalendarBlocked(input);
  };
  const proposed = picksUp ? null : deliveryCalendarDefaultDate({ now: asOf, holidays });
  // A proposal that has closed meanwhile is named, and another day replaces it.
  const [closedProposal, setClosedProposal] = useState<string | null>(null);
  const stored = chosen ?? order?.ship_by_date ?? closedProposal;
  const date = stored !== null && blockedAt(stored, asOf) === null ? stored : order ? null : proposed;
  return {
    /** The moment for which the open days are computed. */
    asOf,
    storeDays,
    /** The order's own day, if the box can still come on it. */
    ownDay: isLate ? null : ownDay,
    /** The day that the page shows as chosen. */
    shown: isLate && chosen === null ? null : date,
    /** The chosen day, even if it has closed meanwhile. */
    stored,
    date,
    isAsked,
    /** Whether the day has closed since the form was opened. If so, the calendar says so. */
    hasClosed: () => {
      const present = now();
      const isClosed = date !== null && blockedAt(date, present) !== null;
      if (isClosed) {
        setAsOf(present);
        if (stored === null) setClosedProposal(date);
      }
      return isClosed;
    },
  };
}

const plannedDay = (
  { customer_pick_up }: Pick<Order, 'customer_pick_up'>,
  ship_by_date: string,
  assigned_location_id: string | null,
) => ({ ship_by_date, customer_pick_up, assigned_location_id });
