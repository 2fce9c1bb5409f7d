//! Days and times as the model counts them.

use stylebox_core::values::business_time::{Date, Instant};

/// An hour and a day in microseconds.
pub(super) const HOUR: i64 = 3_600_000_000;
pub(super) const DAY: i64 = 24 * HOUR;
/// The shop's clock can have jumped so far since the acts.
pub(super) const JUMP: i64 = 5 * 60_000_000;
/// Chicago is six hours behind in winter, and a shop lives from November to January.
const BEHIND: i64 = 6 * HOUR;

/// The day in Chicago.
pub(super) fn day_of(now: i64) -> Date {
    let first: Date = "1970-01-01".parse().unwrap();
    first.plus_days(u64::try_from((now - BEHIND) / DAY).unwrap()).unwrap()
}

/// Whether a day is over in Chicago.
pub(super) fn is_over(day: Date, now: i64) -> bool {
    let begins: Instant = format!("{day}T00:00:00Z").parse().unwrap();
    now >= begins.unix_micros() + BEHIND + DAY
}

/// Whether the day after the last day to check out is past noon in Chicago.
pub(super) fn is_past_noon_after(day: &str, now: i64) -> bool {
    let noon: Instant = format!("{day}T12:00:00Z").parse().unwrap();
    now >= noon.unix_micros() + BEHIND + DAY
}
