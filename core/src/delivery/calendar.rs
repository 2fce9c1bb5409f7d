//! A range of days of the calendar of deliveries or of pick-ups.

use crate::{
    InputError,
    delivery::{
        day::{Blocked, StoreDays, last_day},
        delivery_calendar,
        flow::Flow,
        pickup_calendar,
    },
    policy,
    terms::ShopTerms,
    values::business_time::{Date, Holidays, Instant, holidays_or_none, today},
    wire::Input,
};
use serde::Serialize;

/// Which calendar, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CalendarPresent {
    /// The calendar of shipped boxes or of pick-ups.
    pub kind: Flow,
    /// The current time.
    pub now: Instant,
}

/// The days from which one can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CalendarRange {
    /// Today, in the retailer's time zone.
    pub today: Date,
    /// The last day that can be chosen.
    pub last: Date,
}

/// `calendar.range`: the days from which one can be chosen.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn range(present: &CalendarPresent, terms: &ShopTerms) -> Result<CalendarRange, InputError> {
    let today = today(present.now);
    Ok(CalendarRange { today, last: last_day(present.kind, today, terms)? })
}

/// A range of days.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CalendarStretch {
    /// The calendar of shipped boxes or of pick-ups.
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
    /// The day in the retailer's time zone.
    pub date: Date,
    /// Why it cannot be chosen; null if it can.
    pub blocked: Option<Blocked>,
}

/// `calendar.window`: each day from the first to the last, both included, and why it cannot be chosen.
///
/// # Errors
/// If the last day is before the first, there are more than [`policy::CALENDAR_WINDOW_MAX_DAYS`] days, or the calendar
/// would leave the years 0001 to 9999.
pub fn window(stretch: &CalendarStretch, terms: &ShopTerms) -> Result<Vec<WindowDay>, InputError> {
    let CalendarStretch { kind, from, to, now, ref holidays, ref store_days } = *stretch;
    let last = u64::try_from(from.days_until(to)).map_err(|_| InputError::new("The last day is before the first."))?;
    if last >= policy::CALENDAR_WINDOW_MAX_DAYS {
        return Err(InputError::new(format!("More than {} days.", policy::CALENDAR_WINDOW_MAX_DAYS)));
    }
    (0..=last)
        .map(|days| {
            let date = from.plus_days(days)?;
            let blocked = match kind {
                Flow::Pickup => pickup_calendar::blocked_on(date, now, holidays, store_days.as_ref(), terms),
                Flow::Delivery => delivery_calendar::blocked_on(date, now, holidays, terms),
            };
            Ok(WindowDay { date, blocked: blocked? })
        })
        .collect()
}
