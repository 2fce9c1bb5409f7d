//! The days on which a box can be picked up at a store (spec A, section 5).

use crate::{
    InputError,
    delivery::{
        day::{self, Blocked, CalendarDay, StoreDays},
        delivery_calendar::ships_on,
        flow::Flow,
    },
    terms::ShopTerms,
    values::business_time::{Date, Holidays, Instant, today},
};

/// `pickup_calendar.blocked`: why the day cannot be chosen, or nothing.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked(day: &CalendarDay, terms: &ShopTerms) -> Result<Option<Blocked>, InputError> {
    blocked_on(day.date, day.now, &day.holidays, day.store_days.as_ref(), terms)
}

/// [`blocked`] for plain values.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked_on(
    date: Date,
    now: Instant,
    holidays: &Holidays,
    store: Option<&StoreDays>,
    terms: &ShopTerms,
) -> Result<Option<Blocked>, InputError> {
    let today = today(now);
    let reason = if date < today {
        Some(Blocked::Past)
    } else if date == today && u64::from(now.business_hour()) >= terms.pickup_cutoff_hour {
        Some(Blocked::SameDayCutoff)
    } else if date > day::last_day(Flow::Pickup, today, terms)? {
        Some(Blocked::TooFar)
    } else if holidays.pickup_holidays.contains(&date) {
        Some(Blocked::Holiday)
    } else if let Some(store) = store {
        if ships_on(date, store.transit_days.get(), holidays)? < today {
            Some(Blocked::ShipDatePast)
        } else {
            store.closed_dates.contains(&date).then_some(Blocked::StoreClosed)
        }
    } else {
        None
    };
    Ok(reason)
}

/// The first day on which a box that is ordered now can be picked up at a store; nothing if no day can be chosen.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn first_open(
    now: Instant,
    holidays: &Holidays,
    store: &StoreDays,
    terms: &ShopTerms,
) -> Result<Option<Date>, InputError> {
    first_open_from(today(now), now, holidays, Some(store), terms)
}

/// [`first_open`], from `from` on.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn first_open_from(
    from: Date,
    now: Instant,
    holidays: &Holidays,
    store: Option<&StoreDays>,
    terms: &ShopTerms,
) -> Result<Option<Date>, InputError> {
    let mut date = from;
    let last = day::last_day(Flow::Pickup, today(now), terms)?;
    while date <= last {
        if blocked_on(date, now, holidays, store, terms)?.is_none() {
            return Ok(Some(date));
        }
        date = date.plus_days(1)?;
    }
    Ok(None)
}
