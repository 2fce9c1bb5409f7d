//! The retailer's time zone, America/Chicago. Its law needs a few lines; a time zone database would add four kilobytes to the browser's
//! WebAssembly.

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, TimeDelta};

/// How many hours standard time is behind UTC.
const HOURS_BEHIND: i64 = 6;

/// The local time at a moment in UTC; `None` outside the years that a date can have.
///
/// Daylight saving follows the Uniform Time Act, in force since 1967, with all its changes. Before 1967 each town had its own rules, so
/// standard time is used for those years.
pub(crate) fn local(utc: NaiveDateTime) -> Option<NaiveDateTime> {
    let standard = utc.checked_sub_signed(TimeDelta::hours(HOURS_BEHIND))?;
    if is_daylight_saving(standard) == Some(true) {
        standard.checked_add_signed(TimeDelta::hours(1))
    } else {
        Some(standard)
    }
}

/// Whether clocks are an hour ahead at a moment in standard time: from two o'clock until two o'clock daylight saving time, which
/// is one o'clock in standard time.
fn is_daylight_saving(standard: NaiveDateTime) -> Option<bool> {
    let year = standard.year();
    let (begin_month, begin_day) = match year {
        ..1967 => return None,
        // Daylight saving began early in these two years, to save oil.
        1974 => (1, 6),
        1975 => (2, 23),
        1967..=1973 | 1976..1987 => (4, 24),
        1987..2007 => (4, 1),
        _ => (3, 8),
    };
    let (end_month, end_day) = if year < 2007 { (10, 25) } else { (11, 1) };
    let begins = sunday_from(year, begin_month, begin_day)?.and_hms_opt(2, 0, 0)?;
    let ends = sunday_from(year, end_month, end_day)?.and_hms_opt(1, 0, 0)?;
    Some(begins <= standard && standard < ends)
}

/// The first Sunday on or after that day.
fn sunday_from(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    let from = NaiveDate::from_ymd_opt(year, month, day)?;
    let since_sunday = u64::from(from.weekday().num_days_from_sunday());
    from.checked_add_days(Days::new(7_u64.saturating_sub(since_sunday) % 7))
}

#[cfg(test)]
mod tests {
    use super::local;
    use chrono::{NaiveDate, TimeDelta, Timelike};
    use chrono_tz::America::Chicago;

    #[test]
    fn local_times_are_those_of_the_time_zone_database() {
        let day = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap().and_hms_opt(6, 0, 0).unwrap();
        let mut moment = day(1967);
        while moment < day(2100) {
            for second in [0, 3_599] {
                let utc = moment + TimeDelta::seconds(second);
                assert_eq!(local(utc), Some(utc.and_utc().with_timezone(&Chicago).naive_local()), "{utc} UTC");
            }
            moment += TimeDelta::hours(1);
        }
    }

    #[test]
    fn daylight_saving_begins_in_1967_and_does_not_end() {
        let noon = |year, month| NaiveDate::from_ymd_opt(year, month, 1).unwrap().and_hms_opt(12, 0, 0).unwrap();
        let hour = |year, month| local(noon(year, month)).unwrap().hour();
        assert_eq!([hour(9999, 1), hour(9999, 7), hour(1966, 1), hour(1966, 7)], [6, 7, 6, 6]);
    }
}
