//! The month in which a card expires.

use crate::{
    InputError,
    values::{business_time::Date, fields::all_digits},
    wire::{Digits, text_input},
};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// The month in which a card expires. Its text is `MM/YY`, for the years 2000 to 2099.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Expiration {
    last_day: Date,
}

impl Expiration {
    /// The last day on which the card can be used.
    #[must_use]
    pub const fn last_day(self) -> Date {
        self.last_day
    }

    /// Whether the card can no longer be used on `date`.
    #[must_use]
    pub fn ends_before(self, date: Date) -> bool {
        self.last_day < date
    }
}

impl FromStr for Expiration {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        expiration_of(text).ok_or_else(|| InputError::new("This is not an expiration of the form MM/YY."))
    }
}

fn expiration_of(text: &str) -> Option<Expiration> {
    let (month, year) = text.split_once('/')?;
    let (month, year) = (two_digits(month)?, two_digits(year)?);
    let last_day = Date::last_of_month(i32::try_from(year).ok()?.checked_add(2000)?, month).ok()?;
    Some(Expiration { last_day })
}

fn two_digits(text: &str) -> Option<u32> {
    if text.len() == 2 && all_digits(text) { text.parse().ok() } else { None }
}

impl fmt::Display for Expiration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let year = Digits::new().after_number(self.last_day.year().rem_euclid(100).unsigned_abs().into(), 2);
        formatter.write_str(year.after(b'/').after_number(self.last_day.month().into(), 2).as_str())
    }
}

impl Serialize for Expiration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_input!(Expiration, Self { last_day: Date::unread() });
