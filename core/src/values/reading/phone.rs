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

/// `phone.dialed`: what is checked and sent for a phone number: its ten digits, otherwise the text as it is. The plus of another
/// country's number becomes the prefix of calls abroad, because its digits alone can be those of a number in the United States.
#[must_use]
pub fn dialed(text: &str) -> String {
    read(text).unwrap_or_else(|| text.replace(['+', FULL_WIDTH_PLUS], ABROAD))
}

/// What is dialed in the United States before the number of another country.
const ABROAD: &str = "011";

const FULL_WIDTH_PLUS: char = '\u{ff0b}';

const fn is_plus(byte: u8) -> bool {
    byte == b'+'
}
