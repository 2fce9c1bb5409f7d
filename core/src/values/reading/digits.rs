//! Codes and card numbers, however their digits are grouped.

use super::prepare::joined;
use crate::values::{fields::all_digits, normalize};

/// The most digits that a card number has.
const MOST_DIGITS: usize = 19;

/// `digits.read`: the digits of a code or a card number, without white space and dashes; nothing if there is anything else.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let number = normalize::card_number(&joined(text));
    (all_digits(&number) && number.len() <= MOST_DIGITS).then_some(number)
}
