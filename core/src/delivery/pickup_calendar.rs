//! The days on which a box can be picked up at a store (spec A, section 5).

use crate::{
    InputError,
    business_time::{Date, Holidays, Instant, today},
    delivery::{
        calendar::{self, Blocked, CalendarDay},
        flow::Flow,
    },
    policy,
};

/// `pickup_calendar.blocked`: why the day cannot be chosen, or nothing.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked(day: &CalendarDay) -> Result<Option<Blocked>, InputError> {
    blocked_on(day.date, day.now, &day.holidays)
}

/// The same for plain values.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn blocked_on(date: Date, now: Instant, holidays: &Holidays) -> Result<Option<Blocked>, InputError> {
    let today = today(now);
    let reason = if date < today {
        Some(Blocked::Past)
    } else if date == today && now.business_hour() >= policy::PICKUP_CUTOFF_HOUR {
        Some(Blocked::SameDayCutoff)
    } else if date > calendar::last_day(Flow::Pickup, today)? {
        Some(Blocked::TooFar)
    } else if holidays.pickup_holidays.contains(&date) {
        Some(Blocked::Holiday)
    } else {
        None
    };
    Ok(reason)
}
