//! The typed parts of a card. They stay in memory for the call to the gateway, and appear nowhere else.

use super::{all_digits, hidden_debug, trimmed};
use crate::{
    policy,
    values::{
        business_time::{Instant, today},
        expiration::Expiration,
        message::Message,
        normalize,
    },
};

/// A card number of 15 or 16 digits with a valid check digit. Logs and errors do not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct CardNumber(String);

/// A card's security code. Logs and errors do not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Cvv(String);

hidden_debug!(CardNumber, Cvv);

impl CardNumber {
    /// The digits, for the gateway alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The last four digits, which may be kept and shown.
    #[must_use]
    pub fn last_four(&self) -> &str {
        self.0.len().checked_sub(4).and_then(|start| self.0.get(start..)).unwrap_or_default()
    }
}

impl Cvv {
    /// The digits, for the gateway alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A card number, with or without dashes and spaces (spec A, section 5).
///
/// # Errors
/// The first of the checks that fails.
pub fn card_number(text: &str) -> Result<CardNumber, Message> {
    let number = normalize::card_number(trimmed(text));
    if number.is_empty() {
        Err(Message::REQUIRED)
    } else if !(all_digits(&number) && matches!(number.len(), 15 | 16)) {
        Err(Message::CARD_NUMBER_MALFORMED)
    } else if number.starts_with('0') || !luhn::valid(&number) {
        Err(Message::CARD_NUMBER_INVALID)
    } else {
        Ok(CardNumber(number))
    }
}

/// The month in which a card expires; `past` is the form's message about an expired card.
///
/// # Errors
/// The first of the checks that fails.
pub fn expiration(text: &str, now: Instant, past: Message) -> Result<Expiration, Message> {
    let text = trimmed(text);
    if text.is_empty() {
        return Err(Message::EXPIRATION_REQUIRED);
    }
    let is_two_digits = |part: &str| part.len() == 2 && all_digits(part);
    let well_formed = text.split_once('/').is_some_and(|(month, year)| is_two_digits(month) && is_two_digits(year));
    if !well_formed {
        return Err(Message::EXPIRATION_MALFORMED);
    }
    lasting(text.parse().map_err(|_| Message::EXPIRATION_MONTH_INVALID)?, now, past)
}

/// Checks that a card has not expired; `past` is the form's message about an expired card.
///
/// # Errors
/// `past` if it has expired.
pub fn lasting(expiration: Expiration, now: Instant, past: Message) -> Result<Expiration, Message> {
    if expiration.ends_before(today(now)) { Err(past) } else { Ok(expiration) }
}

/// A card's security code: three or four digits.
///
/// # Errors
/// [`Message::REQUIRED`] if it is blank, [`Message::CVV_MALFORMED`] if it does not have that form.
pub fn cvv(text: &str) -> Result<Cvv, Message> {
    let text = trimmed(text);
    if text.is_empty() {
        Err(Message::REQUIRED)
    } else if (policy::CVV_MIN_LENGTH..=policy::CVV_MAX_LENGTH).contains(&text.len()) && all_digits(text) {
        Ok(Cvv(text.to_owned()))
    } else {
        Err(Message::CVV_MALFORMED)
    }
}

#[cfg(test)]
mod tests {
    use super::{card_number, cvv};

    #[test]
    fn debug_shows_neither_card_number_nor_security_code() {
        let number = card_number("4242-4242 4242 4242").unwrap();
        assert_eq!(number.last_four(), "4242");
        let shown = format!("{number:?} {:?}", cvv("987").unwrap());
        assert_eq!(shown, "CardNumber { .. } Cvv { .. }");
    }
}
