//! Amounts of money, exact to the cent.

use crate::{InputError, wire::Digits, wire::text_input};
use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
use serde::{Serialize, Serializer};
use std::{fmt, iter, str::FromStr};

/// An amount in an input must be below this, in cents: 10^15 dollars.
const INPUT_LIMIT_CENTS: i64 = 100_000_000_000_000_000;

/// An amount of dollars and cents, never negative. Its text has two places: `12.50`; an input may have fewer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Money(i64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// An amount in cents; `None` if it would be negative.
    #[must_use]
    pub const fn from_cents(cents: i64) -> Option<Self> {
        if cents >= 0 { Some(Self(cents)) } else { None }
    }

    /// An amount in whole dollars.
    #[must_use]
    pub const fn from_dollars(dollars: u32) -> Self {
        // 2^32 × 100 fits into 64 bits.
        Self((dollars as i64).saturating_mul(100))
    }

    /// The cents, as a database and a gateway take them.
    #[must_use]
    pub const fn to_cents(self) -> i64 {
        self.0
    }

    /// Whether the amount is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum of both.
    ///
    /// # Errors
    /// If the sum is too large.
    pub fn plus(self, other: Self) -> Result<Self, InputError> {
        self.0.checked_add(other.0).map(Self).ok_or_else(too_much)
    }

    /// The sum of all.
    ///
    /// # Errors
    /// If the sum is too large.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, InputError> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }

    /// The difference; zero if `other` is larger.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).max(0))
    }

    /// The share of the amount that `rate` takes, rounded to the cent, half away from zero.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn share(self, rate: Rate) -> Result<Self, InputError> {
        let exact = Decimal::from(self.0).checked_mul(rate.0).ok_or_else(too_much)?;
        let cents = exact.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        cents.to_i64().map(Self).ok_or_else(too_much)
    }

    /// A percentage of the amount, rounded to the cent, half away from zero.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn percent(self, percent: u64) -> Result<Self, InputError> {
        self.share(Rate::percent(percent))
    }

    /// As customers read it in a sentence: `$20`, or `$12.50` if it is not in whole dollars.
    #[must_use]
    pub fn in_words(self) -> String {
        let amount = self.formatted();
        amount.strip_suffix(".00").map_or(amount.clone(), str::to_owned)
    }

    /// As customers read it: `$1,234.50`.
    #[must_use]
    pub fn formatted(self) -> String {
        dollars_and_cents(self)
    }

    fn written(self) -> Digits {
        let cents = self.0.unsigned_abs();
        Digits::new().after_number(cents % 100, 2).after(b'.').after_number(cents / 100, 1)
    }
}

fn too_much() -> InputError {
    InputError::new("The amount is more than can be held.")
}

impl FromStr for Money {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        amount_of(text).ok_or_else(|| InputError::new("This is not an amount of the form 12.50."))
    }
}

/// Parses an amount: digits, optionally a point and one or two digits.
fn amount_of(text: &str) -> Option<Money> {
    let (dollars, cents) = match text.split_once('.') {
        Some((dollars, places)) => (dollars, cents_of(places)?),
        None => (text, 0),
    };
    if dollars.is_empty() || !is_digits(dollars) {
        return None;
    }
    let dollars: i64 = match dollars.trim_start_matches('0') {
        "" => 0,
        significant => significant.parse().ok()?,
    };
    let total = dollars.checked_mul(100)?.checked_add(cents)?;
    (total < INPUT_LIMIT_CENTS).then_some(Money(total))
}

/// Parses the one or two digits after the point as cents.
fn cents_of(places: &str) -> Option<i64> {
    if !is_digits(places) {
        return None;
    }
    match places.len() {
        1 => places.parse::<i64>().ok()?.checked_mul(10),
        2 => places.parse().ok(),
        _ => None,
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.written().as_str())
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.written().as_str())
    }
}

text_input!(Money, Self::ZERO);

/// A share of an amount: a percentage or a tax rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate(Decimal);

impl Rate {
    /// A rate in hundredths.
    #[must_use]
    pub fn percent(percent: u64) -> Self {
        Self(Decimal::new(i64::try_from(percent).unwrap_or(i64::MAX), 2))
    }
}

/// A percentage from 0 to 100, with two places at most. Its text has the form of money: `12.50`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percentage(Money);

impl Percentage {
    /// A percentage written in the form of money; `None` if it is over 100.
    #[must_use]
    pub fn new(amount: Money) -> Option<Self> {
        (amount <= Money::from_dollars(100)).then_some(Self(amount))
    }

    /// The percentage in the form of money.
    #[must_use]
    pub const fn as_money(self) -> Money {
        self.0
    }

    /// The share of an amount that it takes.
    #[must_use]
    pub fn rate(self) -> Rate {
        Rate(Decimal::new(self.0.to_cents(), 4))
    }
}

/// A sales tax: text, `0` or `0.` and up to six digits (`0.06875` is 6.875%).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct TaxRate(Rate);

impl TaxRate {
    /// No tax at all.
    pub const ZERO: Self = Self(Rate(Decimal::ZERO));

    /// The share of an amount that it takes.
    #[must_use]
    pub const fn rate(self) -> Rate {
        self.0
    }

    /// The ratio of a tax to its amount, rounded to six digits and below 1, as an estimate for other amounts. Zero if the amount is zero.
    #[must_use]
    pub fn estimated(tax: Money, amount: Money) -> Self {
        const MILLION: i128 = 1_000_000;
        let (tax, amount) = (i128::from(tax.0), i128::from(amount.0));
        // The products fit into 128 bits.
        let twice = tax.saturating_mul(2).saturating_mul(MILLION).saturating_add(amount);
        let millionths = twice.checked_div(amount.saturating_mul(2)).unwrap_or(0).min(MILLION.saturating_sub(1));
        Self(Rate(Decimal::new(i64::try_from(millionths).unwrap_or(0), 6)))
    }
}

impl FromStr for TaxRate {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        rate_of(text).map(Self).ok_or_else(|| InputError::new("This is not a tax rate of the form 0.06875."))
    }
}

/// Parses a rate: `0`, or `0.` and up to six digits.
fn rate_of(text: &str) -> Option<Rate> {
    if text == "0" {
        return Some(Rate(Decimal::ZERO));
    }
    let places = text.strip_prefix("0.").filter(|places| (1..=6).contains(&places.len()) && is_digits(places))?;
    Some(Rate(Decimal::new(places.parse().ok()?, u32::try_from(places.len()).ok()?)))
}

impl fmt::Display for TaxRate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.normalize().fmt(formatter)
    }
}

impl Serialize for TaxRate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_input!(TaxRate, Self(Rate(Decimal::ZERO)));

/// `money.format`: an amount, which may be negative here, as customers read it: `$1,234.50`, `-$5.00` (spec A, section 9).
///
/// # Errors
/// If `amount` does not have the form `12.50` or `-12.50`.
pub fn format(amount: &str) -> Result<String, InputError> {
    match amount.strip_prefix('-') {
        Some(text) => {
            let amount: Money = text.parse()?;
            let sign = if amount.is_zero() { "" } else { "-" };
            Ok(format!("{sign}{}", amount.formatted()))
        }
        None => Ok(amount.parse::<Money>()?.formatted()),
    }
}

/// `$1,234.50`: a comma before every three dollar digits, counted from the point.
fn dollars_and_cents(amount: Money) -> String {
    let text = amount.to_string();
    let (dollars, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let length = dollars.len();
    let grouped = dollars.chars().enumerate().flat_map(|(place, digit)| {
        let comma = place > 0 && length.saturating_sub(place).is_multiple_of(3);
        comma.then_some(',').into_iter().chain(iter::once(digit))
    });
    format!("${}.{cents}", grouped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_are_read_strictly() {
        assert_eq!(money("12.5").to_string(), "12.50");
        assert_eq!(money("007").to_cents(), 700);
        assert_eq!(money("0.05").to_cents(), 5);
        assert_eq!(money("999999999999999.99").to_string(), "999999999999999.99");
        for wrong in ["1000000000000000", "-1", "+1", "1.", ".5", "1.005", "1,000", "", " 1", "1e3", "٣", "1.-5"] {
            assert!(wrong.parse::<Money>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn half_a_cent_goes_away_from_zero() {
        assert_eq!(money("0.05").percent(10).unwrap(), money("0.01"));
        assert_eq!(money("0.04").percent(10).unwrap(), money("0.00"));
        assert_eq!(money("0.25").percent(10).unwrap(), money("0.03"));
        assert_eq!(money("100.00").share("0.068750".parse::<TaxRate>().unwrap().rate()).unwrap(), money("6.88"));
        assert_eq!(money("20000.01").share("0.000025".parse::<TaxRate>().unwrap().rate()).unwrap(), money("0.50"));
        assert_eq!(money("10000.00").share("0.999999".parse::<TaxRate>().unwrap().rate()).unwrap(), money("9999.99"));
    }

    #[test]
    fn a_share_of_the_largest_amount_is_exact_or_an_error() {
        let most = Money::from_cents(i64::MAX).unwrap();
        assert_eq!(most.percent(100), Ok(most));
        assert_eq!(most.percent(50).map(Money::to_cents), Ok(i64::MAX / 2 + 1));
        assert!(most.percent(101).is_err());
        assert_eq!(money("20000").percent(200), Ok(money("40000")));
    }

    #[test]
    fn tax_rates_are_read_strictly() {
        for text in ["0.06875", "0.5", "0.000001", "0.999999", "0"] {
            assert_eq!(text.parse::<TaxRate>().unwrap().to_string(), text);
        }
        assert_eq!("0.0".parse(), Ok(TaxRate::ZERO));
        assert_eq!("0.070".parse::<TaxRate>(), "0.07".parse());
        for wrong in ["1", "0.", "0.1234567", "00.1", ".1", "-0.1", "0.1x", "", "7%"] {
            assert!(wrong.parse::<TaxRate>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rate_is_estimated_from_a_tax() {
        let rate = |tax: &str, amount: &str| TaxRate::estimated(money(tax), money(amount)).to_string();
        assert_eq!(rate("7.10", "100"), "0.071");
        assert_eq!(rate("1", "3"), "0.333333");
        assert_eq!(rate("2", "3"), "0.666667");
        assert_eq!(rate("0", "0"), "0");
        assert_eq!(rate("5", "1"), "0.999999");
        let most = Money::from_cents(i64::MAX).unwrap();
        assert_eq!(TaxRate::estimated(most, most).to_string(), "0.999999");
    }

    #[test]
    fn sums_that_are_too_large_fail_and_differences_are_at_least_zero() {
        let most = Money::from_cents(i64::MAX).unwrap();
        assert!(most.plus(money("0.01")).is_err());
        assert_eq!(money("1").less(money("2")), Money::ZERO);
        assert_eq!(Money::sum([money("0.10"), money("0.20")]).unwrap(), money("0.30"));
        assert_eq!(Money::from_cents(-1), None);
        assert_eq!(Money::from_dollars(20), money("20"));
    }

    #[test]
    fn amounts_are_shown_with_commas() {
        assert_eq!(format("1234.5").unwrap(), "$1,234.50");
        assert_eq!(format("123456").unwrap(), "$123,456.00");
        assert_eq!(format("-5").unwrap(), "-$5.00");
        assert_eq!(format("-0.00").unwrap(), "$0.00");
        assert!(format("--5").is_err());
    }
}
