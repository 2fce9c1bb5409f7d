//! What a field shows while the customer types (spec A, section 5). It is built from the digits of the whole text at each key, so pasted
//! and typed texts look alike.

use crate::{
    policy,
    values::{fields::digits, normalize},
};

/// `mask.zip`: `55401`, `55401-1234`.
#[must_use]
pub fn zip(text: &str) -> String {
    grouped(&first(&digits(text), 9), &[(5, "-")])
}

/// `mask.phone`: `(612) 555-0100`. A separator comes with the digit after it.
#[must_use]
pub fn phone(text: &str) -> String {
    grouped(&phone_digits(text), &[(0, "("), (3, ") "), (6, "-")])
}

/// `mask.phone_dashed`: `612-555-0100`.
#[must_use]
pub fn phone_dashed(text: &str) -> String {
    grouped(&phone_digits(text), &[(3, "-"), (6, "-")])
}

/// `mask.card_number`: `4242-4242-4242-4242`.
#[must_use]
pub fn card_number(text: &str) -> String {
    grouped(&first(&digits(text), 16), &[(4, "-"), (8, "-"), (12, "-")])
}

/// `mask.expiration`: `MM/YY`, the slash from the third digit on.
#[must_use]
pub fn expiration(text: &str) -> String {
    grouped(&first(&digits(text), 4), &[(2, "/")])
}

/// The digits of a phone number typed so far, without leading zeros and without the country's 1.
fn phone_digits(text: &str) -> String {
    let typed = digits(text);
    first(normalize::without_country(typed.trim_start_matches('0')), policy::PHONE_DIGITS)
}

fn first(digits: &str, most: usize) -> String {
    digits.chars().take(most).collect()
}

/// `digits` with each separator before the digit at its place, if there is such a digit.
fn grouped(digits: &str, separators: &[(usize, &str)]) -> String {
    let mut masked = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if let Some((_, separator)) = separators.iter().find(|(place, _)| *place == index) {
            masked.push_str(separator);
        }
        masked.push(digit);
    }
    masked
}
