//! The day of birth, typed in three parts (spec A, section 5).

use crate::{
    policy,
    values::{
        business_time::{Date, Instant, today},
        fields::all_digits,
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{Input, or_empty},
};

/// The last day of the longest month.
const LAST_DAY: u32 = 31;
/// A year in which February has 29 days, for dates whose year is not known yet.
const LEAP_YEAR: i32 = 2000;

/// What was typed.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BirthdayForm {
    /// The month, one or two digits.
    #[serde(default, deserialize_with = "or_empty")]
    pub month: String,
    /// The day, one or two digits.
    #[serde(default, deserialize_with = "or_empty")]
    pub day: String,
    /// The year, four digits.
    #[serde(default, deserialize_with = "or_empty")]
    pub year: String,
    /// The moment at which it is checked.
    pub now: Instant,
}

/// Parses a day of birth.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &BirthdayForm) -> Result<Date, Vec<Issue>> {
    let this_year = today(form.now).year();
    let month = number(&form.month, 1..=2).filter(|month| (1..=12).contains(month)).ok_or(Message::MONTH_OUT_OF_RANGE);
    let year = number(&form.year, 4..=4).and_then(|year| i32::try_from(year).ok());
    let year = year.filter(|year| (policy::BIRTH_YEAR_MIN..=this_year).contains(year));
    let year = year.ok_or(Message::year_out_of_range(this_year));
    let day = day(&form.day, month.as_ref().ok().copied(), year.as_ref().ok().copied());

    let mut issues = Issues::default();
    let month = issues.check("month", month);
    let day = issues.check("day", day);
    let year = issues.check("year", year);
    let date = year.zip(month).zip(day).and_then(|((year, month), day)| Date::new(year, month, day));
    date.ok_or_else(|| issues.into_vec())
}

/// Parses the day of birth of a style profile's answer, `YYYY-MM-DD`.
///
/// # Errors
/// [`Message::DATE_MALFORMED`] if it does not have that form, otherwise the first issue of the form's fields.
pub fn parse_answer(text: &str, now: Instant) -> Result<Date, Message> {
    let mut parts = text.split('-');
    let mut part = |length| parts.next().filter(|part| part.len() == length && all_digits(part));
    let (Some(year), Some(month), Some(day), None) = (part(4), part(2), part(2), parts.next()) else {
        return Err(Message::DATE_MALFORMED);
    };
    let form = BirthdayForm { month: month.to_owned(), day: day.to_owned(), year: year.to_owned(), now };
    parse(&form).map_err(|issues| issues.into_iter().next().map_or(Message::DATE_MALFORMED, |issue| issue.message))
}

/// The day, within the month if that is known.
fn day(text: &str, month: Option<u32>, year: Option<i32>) -> Result<u32, Message> {
    let day = number(text, 1..=2).filter(|day| (1..=LAST_DAY).contains(day));
    let day = day.ok_or(Message::day_out_of_range(LAST_DAY))?;
    let last = month.and_then(|month| Date::last_of_month(year.unwrap_or(LEAP_YEAR), month).ok()).map(Date::day);
    match last {
        Some(last) if day > last => Err(Message::day_out_of_range(last)),
        _ => Ok(day),
    }
}

/// Parses a number with as many digits as `lengths` allows.
fn number(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let text = text.trim();
    if lengths.contains(&text.len()) && all_digits(text) { text.parse().ok() } else { None }
}

/// `birthday.date`: the typed day, or nothing if something is wrong with it.
#[must_use]
pub fn date(form: &BirthdayForm) -> Option<Date> {
    parse(form).ok()
}

/// `birthday.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &BirthdayForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
