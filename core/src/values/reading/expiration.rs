//! The month in which a card expires, however it is written.

use super::prepare::prepared;
use crate::values::fields::{all_digits, trimmed};

/// `expiration.read`: `03/29` from `3/29`, `03/2029`, `2029-03`, `0329` or `032029`; nothing if the text is no month.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let text = prepared(text);
    let (month, year) = if all_digits(&text) { unseparated(&text) } else { separated(&text) }?;
    let year = match year.split_at_checked(2)? {
        (year, "") | ("20", year) => year,
        _ => return None,
    };
    let is_month = matches!(month.parse::<u32>(), Ok(1..=12));
    let zero = if month.len() == 1 { "0" } else { "" };
    is_month.then(|| [zero, month, "/", year].concat())
}

/// `MMYY` or `MMYYYY`.
fn unseparated(text: &str) -> Option<(&str, &str)> {
    if matches!(text.len(), 4 | 6) { text.split_at_checked(2) } else { None }
}

/// Month and year; the month comes first, or a year of four digits.
fn separated(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_at_checked(text.bytes().take_while(u8::is_ascii_digit).count())?;
    let rest = trimmed(rest);
    let last = match rest.split_at_checked(1) {
        Some(("/" | "-" | ".", last)) => trimmed(last),
        _ => rest,
    };
    if !all_digits(last) {
        return None;
    }
    match (first.len(), last.len()) {
        (1 | 2, 2 | 4) => Some((first, last)),
        (4, 1 | 2) => Some((last, first)),
        _ => None,
    }
}
