//! The days on which a box can be delivered, and the day on which it leaves (spec A, section 5).

use crate::{
    InputError,
    delivery::{
        day::{self, Blocked, CalendarDay},
        flow::Flow,
    },
    policy,
    terms::ShopTerms,
    values::business_time::{Date, Holidays, Instant, Weekday, holidays_or_none, today},
    wire::Input,
};

/// `delivery_calendar.blocked`: why the day cannot be chosen, or nothing.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked(day: &CalendarDay, terms: &ShopTerms) -> Result<Option<Blocked>, InputError> {
    blocked_on(day.date, day.now, &day.holidays, terms)
}

/// [`blocked`] for plain values.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked_on(
    date: Date,
    now: Instant,
    holidays: &Holidays,
    terms: &ShopTerms,
) -> Result<Option<Blocked>, InputError> {
    let today = today(now);
    let reason = if date < today {
        Some(Blocked::Past)
    } else if date > day::last_day(Flow::Delivery, today, terms)? {
        Some(Blocked::TooFar)
    } else if date.weekday() == Weekday::Sun {
        Some(Blocked::Sunday)
    } else if holidays.stops_shipping(date) {
        Some(Blocked::Holiday)
    } else if holidays.custom_ship_disallowed_dates.contains(&date) {
        Some(Blocked::Disallowed)
    } else if is_cut_off_by_friday(date, today) {
        Some(Blocked::FridayCutoff)
    } else if ships_on(date, policy::TRANSIT_DAYS, holidays)? < today {
        Some(Blocked::ShipDatePast)
    } else {
        None
    };
    Ok(reason)
}

/// Whether today is a Friday and `date` is Monday to Wednesday of the next week.
fn is_cut_off_by_friday(date: Date, today: Date) -> bool {
    today.weekday() == Weekday::Fri && (3..=5).contains(&today.days_until(date))
}

/// A delivery day and the holidays.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveryDay {
    /// The day on which the box reaches the customer.
    pub date: Date,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `delivery_calendar.ship_date`: the day on which the box has to leave.
///
/// # Errors
/// If it would be before the year 1.
pub fn ship_date(day: &DeliveryDay) -> Result<Date, InputError> {
    ships_on(day.date, policy::TRANSIT_DAYS, &day.holidays)
}

/// The day on which a box has to leave to arrive on `date`: `transit_days` before, or the last day before that on which boxes leave.
///
/// # Errors
/// If it would be before the year 1.
pub fn ships_on(date: Date, transit_days: u64, holidays: &Holidays) -> Result<Date, InputError> {
    let mut leaves = date.minus_days(transit_days)?;
    while leaves.is_weekend() || holidays.stops_shipping(leaves) {
        leaves = leaves.minus_days(1)?;
    }
    Ok(leaves)
}

/// The start of the search for a day.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliverySearch {
    /// The first day that the customer wants.
    pub from: Date,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `delivery_calendar.first_open`: the first day that can be chosen, from the wanted day or from today on if that is later; nothing if
/// no day can be chosen.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn first_open(search: &DeliverySearch, terms: &ShopTerms) -> Result<Option<Date>, InputError> {
    first_open_from(search.from, search.now, &search.holidays, terms)
}

/// [`first_open`] for plain values.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn first_open_from(
    from: Date,
    now: Instant,
    holidays: &Holidays,
    terms: &ShopTerms,
) -> Result<Option<Date>, InputError> {
    let today = today(now);
    let last = day::last_day(Flow::Delivery, today, terms)?;
    let mut date = from.max(today);
    while date <= last {
        if blocked_on(date, now, holidays, terms)?.is_none() {
            return Ok(Some(date));
        }
        date = date.plus_days(1)?;
    }
    Ok(None)
}

/// The current time and the holidays.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveryPresent {
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `delivery_calendar.default_date`: the day that is proposed (spec A, section 9: today plus 4 days, or the first open day
/// after it).
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn default_date(present: &DeliveryPresent, terms: &ShopTerms) -> Result<Option<Date>, InputError> {
    let wanted = today(present.now).plus_days(policy::DEFAULT_DELIVERY_DAYS_AHEAD)?;
    first_open_from(wanted, present.now, &present.holidays, terms)
}
