//! What the two calendars share: why a day cannot be chosen, and a range of days at once.

use crate::{
    InputError,
    delivery::{
        delivery_calendar,
        flow::Flow,
        pickup_calendar::{self, StoreDays},
    },
    policy,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none, today},
        words::words,
    },
    wire::Input,
};
use serde::Serialize;

words! {
    /// Why a day cannot be chosen (spec A, section 5).
    pub enum Blocked {
        /// It is over.
        Past = "past",
        /// It is today, and too late in the day for a pick-up.
        SameDayCutoff = "same_day_cutoff",
        /// It is more months ahead than may be chosen.
        TooFar = "too_far",
        /// Nothing is delivered on a Sunday.
        Sunday = "sunday",
        /// A holiday of the company, the mail or the stores.
        Holiday = "holiday",
        /// Closed by hand.
        Disallowed = "disallowed",
        /// It is Friday, and the first days of next week are no longer within reach.
        FridayCutoff = "friday_cutoff",
        /// The day on which the box would have to leave is over.
        ShipDatePast = "ship_date_past",
        /// The store is closed.
        StoreClosed = "store_closed",
    }
}

/// A day, and what decides whether it can be chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CalendarDay {
    /// The day.
    pub date: Date,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
    /// The days of the store of a pick-up; null if it is not chosen yet.
    #[serde(default)]
    pub store_days: Option<StoreDays>,
}

/// Whose calendar, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CalendarPresent {
    /// Whose calendar.
    pub kind: Flow,
    /// The current time.
    pub now: Instant,
}

/// The days between which one can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CalendarRange {
    /// Today, in the retailer's time zone: the days before it are over.
    pub today: Date,
    /// The last day that is not too far ahead.
    pub last: Date,
}

/// `calendar.range`: the days between which one can be chosen.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn range(present: &CalendarPresent) -> Result<CalendarRange, InputError> {
    let today = today(present.now);
    Ok(CalendarRange { today, last: last_day(present.kind, today)? })
}

/// The last day that is not too far ahead.
pub(super) fn last_day(kind: Flow, today: Date) -> Result<Date, InputError> {
    today.plus_months(match kind {
        Flow::Pickup => policy::PICKUP_MONTHS_AHEAD,
        Flow::Delivery => policy::DELIVERY_MONTHS_AHEAD,
    })
}

/// A range of days.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CalendarStretch {
    /// Whose calendar.
    pub kind: Flow,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
    /// The days of the store of a pick-up; null if it is not chosen yet.
    #[serde(default)]
    pub store_days: Option<StoreDays>,
}

/// A day of a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WindowDay {
    /// The day.
    pub date: Date,
    /// Why it cannot be chosen; null if it can.
    pub blocked: Option<Blocked>,
}

/// `calendar.window`: each day from the first to the last, both counted, and why it cannot be chosen.
///
/// # Errors
/// If the last day is before the first, there are more than [`policy::CALENDAR_WINDOW_MAX_DAYS`] days, or the calendar
/// would leave the years 0001 to 9999.
pub fn window(stretch: &CalendarStretch) -> Result<Vec<WindowDay>, InputError> {
    let CalendarStretch { kind, from, to, now, ref holidays, ref store_days } = *stretch;
    let last = u64::try_from(from.days_until(to)).map_err(|_| InputError::new("The last day is before the first."))?;
    if last >= policy::CALENDAR_WINDOW_MAX_DAYS {
        return Err(InputError::new(format!("More than {} days.", policy::CALENDAR_WINDOW_MAX_DAYS)));
    }
    (0..=last)
        .map(|days| {
            let date = from.plus_days(days)?;
            let blocked = match kind {
                Flow::Pickup => pickup_calendar::blocked_on(date, now, holidays, store_days.as_ref()),
                Flow::Delivery => delivery_calendar::blocked_on(date, now, holidays),
            };
            Ok(WindowDay { date, blocked: blocked? })
        })
        .collect()
}
