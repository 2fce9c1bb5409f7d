//! The clock, and moments as the database keeps them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use stylebox_core::values::business_time::{Date, Instant, today};

/// How far two clocks may differ: those of two servers, or a party's and ours.
pub const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// An instant in whole microseconds since 1970 (UTC): as the database keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The instant `duration` later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)))
    }

    /// The instant `duration` earlier.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)))
    }

    /// The time from `earlier` to this instant; zero if `earlier` is not earlier.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The moment at which a business day begins.
    #[must_use]
    pub fn start_of(day: Date) -> Self {
        Self::at_hour(day, 0)
    }

    /// The moment at which an hour of a business day begins.
    #[must_use]
    pub fn at_hour(day: Date, hour: u32) -> Self {
        let there =
            NaiveDate::from_ymd_opt(day.year(), day.month(), day.day()).and_then(|day| day.and_hms_opt(hour, 0, 0));
        let as_utc = Self(there.map_or(0, |there| there.and_utc().timestamp_micros()));
        // Chicago is five hours behind UTC, or six.
        let [early, late] = [5, 6].map(|hours| as_utc.plus(Duration::from_secs(60 * 60 * hours)));
        if early.today() == day && early.instant().business_hour() == hour { early } else { late }
    }

    /// The moment at which its hour began.
    #[must_use]
    pub const fn start_of_hour(self) -> Self {
        Self(self.0 - self.0.rem_euclid(60 * 60 * 1_000_000))
    }

    /// The instant as the rules take it. Instants before 1970 or after the year 9998 are moved to the nearest one between.
    #[must_use]
    #[expect(clippy::expect_used, reason = "within the clamped years every count of microseconds is an instant")]
    pub fn instant(self) -> Instant {
        const END_OF_9998: i64 = 253_370_764_800_000_000;
        Instant::from_unix_micros(self.0.clamp(0, END_OF_9998)).expect("an instant")
    }

    /// The business day of this instant.
    #[must_use]
    pub fn today(self) -> Date {
        today(self.instant())
    }

    /// The instant in the business's time zone, for people: `Wednesday, November 18, 9:00 AM`.
    #[must_use]
    pub fn in_words(self) -> String {
        let (instant, minute) = (self.instant(), self.seconds().div_euclid(60).rem_euclid(60));
        let (hour, half) = (instant.business_hour(), if instant.business_hour() < 12 { "AM" } else { "PM" });
        let on_the_dial = if hour % 12 == 0 { 12 } else { hour % 12 };
        format!("{}, {on_the_dial}:{minute:02} {half}", day_in_words(self.today()))
    }

    /// Whole seconds since 1970.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Whole milliseconds since 1970; 0 before.
    #[must_use]
    pub fn millis(self) -> u64 {
        u64::try_from(self.0.div_euclid(1_000)).unwrap_or(0)
    }
}

impl From<Instant> for Timestamp {
    fn from(instant: Instant) -> Self {
        Self(instant.unix_micros())
    }
}

/// A day for people: `Wednesday, November 18`.
#[must_use]
pub fn day_in_words(date: Date) -> String {
    let known = NaiveDate::from_ymd_opt(date.year(), date.month(), date.day());
    known.map_or_else(|| date.to_string(), |day| day.format("%A, %B %-d").to_string())
}

/// Source of the time: the system, or a test.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// The real instant, which others know too: in demo mode [`Self::now`] may be ahead of it.
    fn real_now(&self) -> Timestamp {
        self.now()
    }

    /// Sets how far the clock is ahead of the real time. Only in demo mode it is ahead at all; a clock that nobody moves ignores it.
    fn set_ahead(&self, _ahead: Duration) {}
}

/// The system's clock. In demo mode it may be ahead of the real time by whole seconds.
#[derive(Debug, Default)]
pub struct SystemClock {
    seconds_ahead: AtomicU64,
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        self.real_now().plus(Duration::from_secs(self.seconds_ahead.load(Ordering::Relaxed)))
    }

    fn real_now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }

    fn set_ahead(&self, ahead: Duration) {
        self.seconds_ahead.store(ahead.as_secs(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_of_a_business_day_follows_daylight_saving() {
        let at = |day: &str, hour| Timestamp::at_hour(day.parse().unwrap(), hour).instant().to_string();
        assert_eq!(at("2026-12-01", 12), "2026-12-01T18:00:00Z");
        assert_eq!(at("2026-07-01", 12), "2026-07-01T17:00:00Z");
        // The days on which the clocks change, at two in the morning.
        assert_eq!(at("2026-03-08", 0), "2026-03-08T06:00:00Z");
        assert_eq!(at("2026-03-08", 12), "2026-03-08T17:00:00Z");
        assert_eq!(at("2026-11-01", 0), "2026-11-01T05:00:00Z");
        assert_eq!(at("2026-11-01", 12), "2026-11-01T18:00:00Z");
    }

    #[test]
    fn people_read_the_business_day_and_hour() {
        let words = |text: &str| Timestamp::from(text.parse::<Instant>().unwrap()).in_words();
        assert_eq!(words("2026-11-18T15:04:59Z"), "Wednesday, November 18, 9:04 AM");
        assert_eq!(words("2026-07-02T04:59:00Z"), "Wednesday, July 1, 11:59 PM");
        assert_eq!(words("2026-07-01T05:00:00Z"), "Wednesday, July 1, 12:00 AM");
        assert_eq!(words("2026-07-01T17:30:00Z"), "Wednesday, July 1, 12:30 PM");
    }
}
