//! What the service does by itself around the day to check out by (the contract: try-on, checkout, money).

use crate::{
    InputError,
    business_time::{Date, Instant, today},
    policy,
};

/// How many days before the day to check out by the customer is reminded, the first reminder first.
#[must_use]
pub const fn reminder_days(customer_pick_up: bool) -> &'static [u64] {
    if customer_pick_up { &policy::REMINDER_DAYS_PICKED_UP } else { &policy::REMINDER_DAYS_SHIPPED }
}

/// Of the reminders of a day to check out by, those whose hour has come, as days before it, the first first. None once the day
/// is over: a reminder would come too late.
///
/// # Errors
/// Where a reminder's day would be before the year 1.
pub fn reminders_due(checkout_by_date: Date, customer_pick_up: bool, now: Instant) -> Result<Vec<u64>, InputError> {
    let mut due = Vec::new();
    if today(now) > checkout_by_date {
        return Ok(due);
    }
    for days_before in reminder_days(customer_pick_up) {
        if has_come(checkout_by_date.minus_days(*days_before)?, policy::REMINDER_HOUR, now) {
            due.push(*days_before);
        }
    }
    Ok(due)
}

/// Whether the system checks out: from noon of the day after the day to check out by.
///
/// # Errors
/// Where that would be after the year 9999.
pub fn system_checkout_is_due(checkout_by_date: Date, now: Instant) -> Result<bool, InputError> {
    Ok(has_come(checkout_by_date.plus_days(1)?, policy::SYSTEM_CHECKOUT_HOUR, now))
}

/// Whether a return that has not come in by now is overdue.
///
/// # Errors
/// Where its last day would be after the year 9999.
pub fn return_is_overdue(checkout_by_date: Date, now: Instant) -> Result<bool, InputError> {
    Ok(today(now) > checkout_by_date.plus_days(policy::RETURN_OVERDUE_DAYS)?)
}

fn has_come(day: Date, hour: u32, now: Instant) -> bool {
    let today = today(now);
    today > day || (today == day && now.business_hour() >= hour)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(checkout_by: &str, customer_pick_up: bool, now: &str) -> String {
        let due = reminders_due(checkout_by.parse().unwrap(), customer_pick_up, now.parse().unwrap()).unwrap();
        due.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn reminders_leave_from_nine_in_chicago_two_days_before_to_the_day() {
        // 9:00 in Chicago is 15:00 UTC in November.
        assert_eq!(due("2026-11-23", false, "2026-11-20T23:00:00Z"), "");
        assert_eq!(due("2026-11-23", false, "2026-11-21T14:59:59Z"), "");
        assert_eq!(due("2026-11-23", false, "2026-11-21T15:00:00Z"), "2");
        assert_eq!(due("2026-11-23", false, "2026-11-22T14:00:00Z"), "2");
        assert_eq!(due("2026-11-23", false, "2026-11-22T15:00:00Z"), "2 1");
        assert_eq!(due("2026-11-23", false, "2026-11-23T15:00:00Z"), "2 1 0");
        // Midnight of the 24th in Chicago.
        assert_eq!(due("2026-11-23", false, "2026-11-24T05:59:59Z"), "2 1 0");
        assert_eq!(due("2026-11-23", false, "2026-11-24T06:00:00Z"), "");
    }

    #[test]
    fn what_was_picked_up_is_reminded_of_the_day_before_and_on_the_day() {
        assert_eq!(due("2026-11-23", true, "2026-11-21T20:00:00Z"), "");
        assert_eq!(due("2026-11-23", true, "2026-11-22T15:00:00Z"), "1");
        assert_eq!(due("2026-11-23", true, "2026-11-23T15:00:00Z"), "1 0");
    }

    #[test]
    fn the_system_checks_out_from_noon_of_the_day_after() {
        let is_due = |by: &str, now: &str| system_checkout_is_due(by.parse().unwrap(), now.parse().unwrap()).unwrap();
        // Noon in Chicago is 18:00 UTC in winter, 17:00 in summer.
        assert!(!is_due("2026-11-23", "2026-11-24T17:59:59Z"));
        assert!(is_due("2026-11-23", "2026-11-24T18:00:00Z"));
        assert!(is_due("2026-11-23", "2026-11-25T07:00:00Z"));
        assert!(!is_due("2026-07-01", "2026-07-02T16:59:59Z"));
        assert!(is_due("2026-07-01", "2026-07-02T17:00:00Z"));
    }

    #[test]
    fn a_return_is_overdue_after_thirty_days() {
        let is_overdue = |now: &str| return_is_overdue("2026-11-23".parse().unwrap(), now.parse().unwrap()).unwrap();
        // The 23rd of December is the thirtieth day; it ends at 6:00 UTC of the 24th.
        assert!(!is_overdue("2026-12-24T05:59:59Z"));
        assert!(is_overdue("2026-12-24T06:00:00Z"));
    }
}
