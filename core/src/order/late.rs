//! An order that can no longer come on its day. It moves to a later day; the second time its customer is asked first (the contract:
//! late orders and other rules).

use super::{Phase, Status};
use crate::{
    InputError,
    delivery::{
        day::StoreDays,
        delivery_calendar::{self, ships_on},
        pickup_calendar,
    },
    policy,
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none, today},
        count::Count,
        words::words,
    },
    wire::Input,
};
use serde::Serialize;

words! {
    /// What to do about the day of an order.
    pub enum LateStep {
        /// Nothing. It can still come on its day, or it is on its way.
        OnTime = "on_time",
        /// Nothing until its customer has provided what it waits for.
        Waits = "waits",
        /// It moves to a later day.
        Move = "move",
        /// Ask its customer whether to keep it; it then moves to a later day.
        Ask = "ask",
        /// Nothing until its customer has answered.
        Asked = "asked",
        /// It is called off.
        Cancel = "cancel",
        /// It cannot move: no day is open.
        NoDay = "no_day",
    }
}

/// An order, its day, and how often the day was moved.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LateInput {
    /// The order's status.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// The day on which it is to arrive, or to be ready for pick-up.
    pub ship_by_date: Date,
    /// How often it was moved because it was late.
    pub moves: Count,
    /// The day on which the customer was asked whether to keep it; null unless an answer is awaited.
    pub asked_on: Option<Date>,
    /// Whether it waits for its customer: for a card, a confirmation or an address.
    pub waits_for_customer: bool,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
    /// The days of the store of a pick-up; null if it has none.
    #[serde(default)]
    pub store_days: Option<StoreDays>,
}

/// What to do about the day of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Late {
    /// Whether it can no longer come on its day.
    pub is_late: bool,
    /// What to do.
    pub step: LateStep,
    /// The day to which it moves, or would move if its customer keeps it; otherwise null.
    pub new_date: Option<Date>,
    /// The last day on which the customer can answer, or null.
    pub answer_by: Option<Date>,
}

/// Whether a box has not left the warehouse, and is not ready at a store.
#[must_use]
pub const fn is_unsent(status: Status) -> bool {
    match status.phase() {
        Phase::Ordered | Phase::BeingStyled => true,
        Phase::Packed => status.row().delivery.is_none(),
        _ => false,
    }
}

/// `order.late`: an order that can no longer come on its day moves to a later day. The second time its customer is asked first, and
/// without an answer it is called off. The third time it is called off. An order that waits for its customer does not move. If the
/// customer keeps it, it comes on the proposed day, or later if the box would have to leave today or earlier to arrive on that day.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn late(order: &LateInput, terms: &ShopTerms) -> Result<Late, InputError> {
    let is_unsent = is_unsent(order.status);
    let today = today(order.now);
    let is_late = is_unsent && leaves_on(order)? < today;
    let answer_by = match order.asked_on.filter(|_| is_unsent) {
        Some(asked_on) => Some(asked_on.plus_days(policy::LATE_ANSWER_DAYS)?),
        None => None,
    };
    let done = |step| Ok(Late { is_late, step, new_date: None, answer_by });
    match answer_by {
        Some(by) if today > by => return done(LateStep::Cancel),
        Some(_) => {
            return Ok(Late { is_late, step: LateStep::Asked, new_date: Some(kept_day(order, terms)?), answer_by });
        }
        None if !is_late => return done(LateStep::OnTime),
        None if order.waits_for_customer => return done(LateStep::Waits),
        None if order.moves.get() >= policy::LATE_MOVES => return done(LateStep::Cancel),
        None => {}
    }
    let Some(new_date) = next_day(order, terms)? else { return done(LateStep::NoDay) };
    let is_first = order.moves == Count::default();
    let answer_by = if is_first { None } else { Some(today.plus_days(policy::LATE_ANSWER_DAYS)?) };
    let step = if is_first { LateStep::Move } else { LateStep::Ask };
    Ok(Late { is_late, step, new_date: Some(new_date), answer_by })
}

/// The day of an order that its customer wants to keep. It is the proposed day, unless the box would have to leave today or earlier to
/// arrive on it. Then it is a later day, because the order cannot move a third time.
fn kept_day(order: &LateInput, terms: &ShopTerms) -> Result<Date, InputError> {
    if leaves_on(order)? > today(order.now) {
        return Ok(order.ship_by_date);
    }
    Ok(next_day(order, terms)?.unwrap_or(order.ship_by_date))
}

/// The last day on which the box can leave the warehouse, or be ready at the store.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn leaves_on(order: &LateInput) -> Result<Date, InputError> {
    if order.customer_pick_up {
        return Ok(order.ship_by_date);
    }
    ships_on(order.ship_by_date, policy::TRANSIT_DAYS, &order.holidays)
}

/// The day to which a late order moves; nothing if none is open.
fn next_day(order: &LateInput, terms: &ShopTerms) -> Result<Option<Date>, InputError> {
    let LateInput { now, ref holidays, ref store_days, .. } = *order;
    let today = today(now);
    if order.customer_pick_up {
        let from = today.plus_days(policy::LATE_PICKUP_DAYS)?;
        return pickup_calendar::first_open_from(from, now, holidays, store_days.as_ref(), terms);
    }
    delivery_calendar::first_open_from(today.plus_days(policy::LATE_DELIVERY_DAYS)?, now, holidays, terms)
}

/// The last day on which a box that has not left yet can no longer arrive. The day of every late order is this one or an earlier one.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn out_of_reach(now: Instant, holidays: &Holidays) -> Result<Date, InputError> {
    let today = today(now);
    let mut last = today;
    loop {
        let next = last.plus_days(1)?;
        if ships_on(next, policy::TRANSIT_DAYS, holidays)? >= today {
            return Ok(last);
        }
        last = next;
    }
}
