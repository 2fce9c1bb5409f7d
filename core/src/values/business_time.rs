//! Dates and instants. Days and hours are in the retailer's time zone, wherever browser and server run.

use crate::{
    InputError,
    values::zone,
    wire::Digits,
    wire::{FirstError, Input, Json, text_input},
};
use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

pub use chrono::Weekday;

/// A day of the calendar, in the years 0001 to 9999. Its text is `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Date(NaiveDate);

impl Date {
    /// A date by year, month (1-12) and day (1-31); `None` if there is no such day.
    #[must_use]
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        NaiveDate::from_ymd_opt(year, month, day).and_then(Self::checked)
    }

    /// The placeholder for a date that could not be read.
    pub(crate) fn unread() -> Self {
        Self(NaiveDate::default())
    }

    fn checked(date: NaiveDate) -> Option<Self> {
        (1..=9999).contains(&date.year()).then_some(Self(date))
    }

    /// The last day of a month (1-12).
    ///
    /// # Errors
    /// If there is no such month.
    pub fn last_of_month(year: i32, month: u32) -> Result<Self, InputError> {
        let first = Self::new(year, month, 1).ok_or_else(|| InputError::new("There is no such month."))?;
        let days = u32::from(first.0.num_days_in_month());
        Self::new(year, month, days).ok_or_else(outside_the_calendar)
    }

    /// The year, 1 to 9999.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u32 {
        self.0.month()
    }

    /// The day of the month, 1 to 31.
    #[must_use]
    pub fn day(self) -> u32 {
        self.0.day()
    }

    /// The day of the week.
    #[must_use]
    pub fn weekday(self) -> Weekday {
        self.0.weekday()
    }

    /// Whether it is a Saturday or a Sunday.
    #[must_use]
    pub fn is_weekend(self) -> bool {
        matches!(self.weekday(), Weekday::Sat | Weekday::Sun)
    }

    /// The date `days` later.
    ///
    /// # Errors
    /// If it would be after the year 9999.
    pub fn plus_days(self, days: u64) -> Result<Self, InputError> {
        self.0.checked_add_days(Days::new(days)).and_then(Self::checked).ok_or_else(outside_the_calendar)
    }

    /// The date `days` earlier.
    ///
    /// # Errors
    /// If it would be before the year 1.
    pub fn minus_days(self, days: u64) -> Result<Self, InputError> {
        self.0.checked_sub_days(Days::new(days)).and_then(Self::checked).ok_or_else(outside_the_calendar)
    }

    /// The same day some calendar months later, or that month's last day if it has no such day.
    ///
    /// # Errors
    /// If it would be after the year 9999.
    pub fn plus_months(self, months: u64) -> Result<Self, InputError> {
        let months = Months::new(u32::try_from(months).unwrap_or(u32::MAX));
        self.0.checked_add_months(months).and_then(Self::checked).ok_or_else(outside_the_calendar)
    }

    /// The days from this date to `later`: positive if `later` is later, negative if it is earlier.
    #[must_use]
    pub fn days_until(self, later: Self) -> i64 {
        later.0.signed_duration_since(self.0).num_days()
    }

    fn written(self) -> Digits {
        let day = Digits::new().after_number(self.day().into(), 2);
        let month_and_day = day.after(b'-').after_number(self.month().into(), 2);
        month_and_day.after(b'-').after_number(self.year().unsigned_abs().into(), 4)
    }
}

fn outside_the_calendar() -> InputError {
    InputError::new("The date would lie outside the years 0001 to 9999.")
}

impl FromStr for Date {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        date_of(text).ok_or_else(|| InputError::new("This is not a date of the form YYYY-MM-DD."))
    }
}

/// Parses a date written as `YYYY-MM-DD`.
fn date_of(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let year = digits(parts.next()?, 4)?;
    let month = digits(parts.next()?, 2)?;
    let day = digits(parts.next()?, 2)?;
    Date::new(i32::try_from(year).ok()?, month, day)
}

/// Parses a number of exactly `length` ASCII digits.
fn digits(text: &str, length: usize) -> Option<u32> {
    let well_formed = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    if well_formed { text.parse().ok() } else { None }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.written().as_str())
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.written().as_str())
    }
}

text_input!(Date, Self::unread());

/// A moment, whose business day lies in the years 0001 to 9999. Its text is RFC 3339 in UTC: `2026-11-20T21:00:00Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Instant {
    utc: DateTime<Utc>,
    /// The same moment in the retailer's zone, kept because the conversion takes longer than a use.
    business: NaiveDateTime,
}

impl Instant {
    /// A moment by its microseconds since the Unix epoch; `None` outside the years 0001 to 9999.
    #[must_use]
    pub fn from_unix_micros(micros: i64) -> Option<Self> {
        DateTime::from_timestamp_micros(micros).and_then(Self::checked)
    }

    fn checked(moment: DateTime<Utc>) -> Option<Self> {
        let business = zone::local(moment.naive_utc())?;
        let in_calendar = [moment.date_naive(), business.date()].into_iter().all(|day| Date::checked(day).is_some());
        in_calendar.then_some(Self { utc: moment, business })
    }

    /// A minute of a business day.
    ///
    /// # Errors
    /// If it is after the year 9999 in UTC, or the day does not have that minute because of daylight saving.
    pub(crate) fn at(day: Date, hour: u32, minute: u32) -> Result<Self, InputError> {
        let wanted = day.0.and_hms_opt(hour, minute, 0);
        // Chicago is five or six hours behind UTC.
        let behind = |hours| Self::checked(wanted?.checked_add_signed(TimeDelta::try_hours(hours)?)?.and_utc());
        let found = [5, 6].into_iter().find_map(|hours| behind(hours).filter(|it| Some(it.business) == wanted));
        found.ok_or_else(outside_the_calendar)
    }

    /// Microseconds since the Unix epoch, as the database stores them.
    #[must_use]
    pub fn unix_micros(self) -> i64 {
        self.utc.timestamp_micros()
    }

    /// The business day that it belongs to.
    #[must_use]
    pub fn business_day(self) -> Date {
        Date(self.business.date())
    }

    /// The hour of the business day, 0 to 23, daylight saving included.
    #[must_use]
    pub fn business_hour(self) -> u32 {
        self.business.hour()
    }
}

/// The business day of `now`: "today", for every rule.
#[must_use]
pub fn today(now: Instant) -> Date {
    now.business_day()
}

impl FromStr for Instant {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        instant_of(text).ok_or_else(|| InputError::new("This is not an instant of the form 2026-11-20T21:00:00Z."))
    }
}

/// Parses an instant: strictly `YYYY-MM-DDThh:mm:ss`, optionally a fraction, then `Z` or `+00:00`.
fn instant_of(text: &str) -> Option<Instant> {
    let local = text.strip_suffix('Z').or_else(|| text.strip_suffix("+00:00"))?;
    let (date, time) = local.split_once('T')?;
    let (seconds, fraction) = time.split_once('.').map_or((time, None), |(seconds, rest)| (seconds, Some(rest)));
    let mut parts = seconds.splitn(3, ':').map(|part| digits(part, 2));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let time = NaiveTime::from_hms_nano_opt(hour, minute, second, nanoseconds(fraction)?)?;
    Instant::checked(date_of(date)?.0.and_time(time).and_utc())
}

/// The nanoseconds of the fraction's digits; digits beyond the ninth are dropped.
fn nanoseconds(fraction: Option<&str>) -> Option<u32> {
    let Some(text) = fraction else { return Some(0) };
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{text:0<9}").get(..9)?.parse().ok()
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}T{:02}:{:02}:{:02}",
            Date(self.utc.date_naive()),
            self.utc.hour(),
            self.utc.minute(),
            self.utc.second()
        )?;
        match self.utc.nanosecond() {
            0 => formatter.write_str("Z"),
            nanoseconds => write!(formatter, ".{}Z", format!("{nanoseconds:09}").trim_end_matches('0')),
        }
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_input!(Instant, Self { utc: DateTime::UNIX_EPOCH, business: NaiveDateTime::default() });

/// Days on which boxes are not packed, not delivered or not handed out. A list that is null or missing is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Holidays {
    /// The company packs and sends nothing.
    #[serde(default, deserialize_with = "none_as_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string[] | null", optional))]
    #[cfg_attr(feature = "schema", schema(required))]
    pub company_holidays: Vec<Date>,
    /// The mail does not deliver.
    #[serde(default, deserialize_with = "none_as_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string[] | null", optional))]
    #[cfg_attr(feature = "schema", schema(required))]
    pub mail_holidays: Vec<Date>,
    /// The stores hand out no boxes.
    #[serde(default, deserialize_with = "none_as_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string[] | null", optional))]
    #[cfg_attr(feature = "schema", schema(required))]
    pub pickup_holidays: Vec<Date>,
    /// Days that cannot be chosen for a delivery, for any other reason.
    #[serde(default, deserialize_with = "none_as_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string[] | null", optional))]
    #[cfg_attr(feature = "schema", schema(required))]
    pub custom_ship_disallowed_dates: Vec<Date>,
}

impl Holidays {
    /// Whether `date` is a holiday of the company or the mail.
    #[must_use]
    pub fn stops_shipping(&self, date: Date) -> bool {
        self.company_holidays.contains(&date) || self.mail_holidays.contains(&date)
    }
}

fn none_as_empty(json: &Json, first_error: &mut FirstError) -> Vec<Date> {
    Option::read_part(json, first_error).unwrap_or_default()
}

/// For `#[serde(default, deserialize_with = "holidays_or_none")]`: holidays; null is none.
///
/// # Errors
/// If the value is neither null nor an object of lists of dates.
pub(crate) fn holidays_or_none(json: &Json, first_error: &mut FirstError) -> Holidays {
    Option::read_part(json, first_error).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn dates_are_read_strictly() {
        assert_eq!("2028-02-29".parse::<Date>().unwrap(), Date::new(2028, 2, 29).unwrap());
        for wrong in [
            "2027-02-29",
            "2026-2-01",
            "2026-02-1",
            "0000-01-01",
            "10000-01-01",
            "2026/02/01",
            " 2026-02-01",
            "+026-02-01",
            "2026-02-01T",
            "",
        ] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
        assert_eq!(Date::new(1, 1, 1).unwrap().to_string(), "0001-01-01");
    }

    #[test]
    fn instants_are_read_strictly() {
        assert_eq!(instant("2026-11-20T21:00:00+00:00"), instant("2026-11-20T21:00:00Z"));
        assert_eq!(instant("2026-11-20T21:00:00.250Z").to_string(), "2026-11-20T21:00:00.25Z");
        assert_eq!(instant("2026-11-20T21:00:00.1234567899Z").to_string(), "2026-11-20T21:00:00.123456789Z");
        let wrong = [
            "2026-11-20T21:00:00",
            "2026-11-20t21:00:00Z",
            "2026-11-20T21:00:00z",
            "2026-11-20 21:00:00Z",
            "2026-11-20T21:00:60Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T21:00Z",
            "2026-11-20T21:00:00.Z",
            "2026-11-20T21:00:00-00:00",
            "2026-11-20T21:00:00-06:00",
            "0001-01-01T00:00:00Z",
            "2026-11-20",
        ];
        for wrong in wrong {
            assert!(wrong.parse::<Instant>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_utc_midnight_is_still_yesterday_in_chicago() {
        assert_eq!(today(instant("2026-01-01T00:00:00Z")), Date::new(2025, 12, 31).unwrap());
        assert_eq!(today(instant("2026-01-01T05:59:59Z")), Date::new(2025, 12, 31).unwrap());
        assert_eq!(today(instant("2026-01-01T06:00:00Z")), Date::new(2026, 1, 1).unwrap());
        assert_eq!(today(instant("2026-07-01T04:59:59Z")), Date::new(2026, 6, 30).unwrap());
        assert_eq!(today(instant("2026-07-01T05:00:00Z")), Date::new(2026, 7, 1).unwrap());
    }

    #[test]
    fn the_hour_follows_daylight_saving() {
        assert_eq!(instant("2026-01-15T20:59:59Z").business_hour(), 14);
        assert_eq!(instant("2026-01-15T21:00:00Z").business_hour(), 15);
        assert_eq!(instant("2026-07-15T19:59:59Z").business_hour(), 14);
        assert_eq!(instant("2026-07-15T20:00:00Z").business_hour(), 15);
    }

    #[test]
    fn months_are_clamped_and_the_calendar_ends_in_9999() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        assert_eq!(date("2026-08-31").plus_months(6).unwrap(), date("2027-02-28"));
        assert_eq!(date("2027-08-31").plus_months(6).unwrap(), date("2028-02-29"));
        assert_eq!(Date::last_of_month(2028, 2).unwrap(), date("2028-02-29"));
        assert!(date("9999-12-31").plus_days(1).is_err());
        assert!(date("9999-08-31").plus_months(5).is_err());
        assert!(date("0001-01-01").minus_days(1).is_err());
        assert!(date("2026-01-01").plus_days(u64::MAX).is_err());
    }

    #[test]
    fn an_instant_is_the_same_after_microseconds_and_back() {
        let moment = instant("2026-11-20T21:00:00.000001Z");
        assert_eq!(Instant::from_unix_micros(moment.unix_micros()), Some(moment));
        assert_eq!(Instant::from_unix_micros(0).unwrap().to_string(), "1970-01-01T00:00:00Z");
    }
}
