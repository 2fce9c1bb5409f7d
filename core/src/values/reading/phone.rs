//! A phone number of the United States, however it is written.

use super::prepare::prepared;
use crate::{
    policy,
    values::{fields::digits, normalize::without_country},
};

/// `phone.read`: the ten digits of a phone number; nothing if the text is none, or one of another country.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let text = prepared(text);
    let digits = digits(&text);
    let number = without_country(&digits);
    let has_country = number.len() < digits.len();
    let mut from_first_digit = text.bytes().skip_while(|byte| !byte.is_ascii_digit());
    let has_plus = text.bytes().any(is_plus);
    let is_of_this_country = !has_plus || (has_country && !from_first_digit.any(is_plus));
    let is_number = number.len() == policy::PHONE_DIGITS && !number.starts_with('0');
    let is_read = is_number && is_of_this_country && !text.chars().any(char::is_alphabetic);
    is_read.then(|| number.to_owned())
}

const fn is_plus(byte: u8) -> bool {
    byte == b'+'
}
