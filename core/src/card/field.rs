//! What the gateway's own fields report about a card, in the words of the typed form (the contract: cards in the gateway's own fields).

use crate::{
    messages::errors,
    values::{message::Message, words::words},
    wire::Input,
};
use serde::Serialize;

words! {
    /// A field of a card, by its dotted name in a form.
    pub enum CardField {
        /// The card's number, with all its digits.
        Number = "card_info.credit_card_number",
        /// The month in which it expires.
        Expiration = "card_info.expiration",
        /// The security code.
        Cvv = "card_info.cvv",
    }
}

/// What is wrong with a card in the gateway's own fields. The browser gets it in the form of an
/// [`Issue`](crate::values::issue::Issue). An unknown code keeps the gateway's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardFieldIssue {
    /// The field that it is about.
    pub field: CardField,
    /// What is wrong, for programs.
    pub code: String,
    /// The words for the customer.
    pub message: String,
}

/// What the gateway reports about one of its own fields, or why it made no payment method.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardFieldReport {
    /// The field; the number if the gateway made no payment method, in which case the code may name another one.
    pub field: CardField,
    /// The gateway's kind of error. Only a `validation_error` and a `card_error` are about the card.
    pub kind: String,
    /// The gateway's code; or, if it finds nothing wrong, whether the field is `empty`, `incomplete` or `complete`.
    pub code: String,
    /// The gateway's words; may be empty.
    pub message: String,
    /// Whether the card replaces another one: that form has a message of its own for an expired card.
    pub changes_card: bool,
}

/// `card_field.issue`: what is wrong with a card in the gateway's own fields; nothing if the field can be sent, or if the error is not
/// about the card. While the customer types, the gateway reports no error although the field cannot be sent yet.
#[must_use]
pub fn issue(report: &CardFieldReport) -> Option<CardFieldIssue> {
    let CardFieldReport { field, kind, code, message, changes_card } = report;
    if !matches!(kind.as_str(), "card_error" | "validation_error") {
        return None;
    }
    let known = match code.as_str() {
        "complete" => return None,
        "empty" if *field == CardField::Expiration => Message::EXPIRATION_REQUIRED,
        "empty" => Message::REQUIRED,
        "incomplete" => malformed(*field),
        "incomplete_number" => Message::CARD_NUMBER_MALFORMED,
        "invalid_number" | "incorrect_number" => Message::CARD_NUMBER_INVALID,
        "incomplete_expiry" | "invalid_expiry_year" => Message::EXPIRATION_MALFORMED,
        "invalid_expiry_month" => Message::EXPIRATION_MONTH_INVALID,
        "invalid_expiry_month_past" | "invalid_expiry_year_past" | "expired_card" if *changes_card => {
            Message::EXPIRATION_HAS_PAST
        }
        "invalid_expiry_month_past" | "invalid_expiry_year_past" | "expired_card" => Message::EXPIRATION_PAST,
        "incomplete_cvc" | "invalid_cvc" | "incorrect_cvc" => Message::CVV_MALFORMED,
        // The message does not tell the bank's reason, so that stolen cards cannot be tested here.
        DECLINED | "" => return Some(card_issue(*field, DECLINED, errors::CARD_DECLINED_TEXT)),
        _ if message.trim().is_empty() => malformed(*field),
        _ => return Some(card_issue(*field, code, message)),
    };
    let field = match known {
        Message::CARD_NUMBER_MALFORMED | Message::CARD_NUMBER_INVALID => CardField::Number,
        Message::CVV_MALFORMED => CardField::Cvv,
        Message::REQUIRED => *field,
        _ => CardField::Expiration,
    };
    Some(card_issue(field, known.code(), &known.text()))
}

fn card_issue(field: CardField, code: &str, message: &str) -> CardFieldIssue {
    CardFieldIssue { field, code: code.to_owned(), message: message.to_owned() }
}

const fn malformed(field: CardField) -> Message {
    match field {
        CardField::Number => Message::CARD_NUMBER_MALFORMED,
        CardField::Expiration => Message::EXPIRATION_MALFORMED,
        CardField::Cvv => Message::CVV_MALFORMED,
    }
}

/// `card_field.refused`: the field that a card's refusal is about, by its code; nothing if another card would be refused as well.
#[must_use]
pub fn refused(code: &str) -> Option<CardField> {
    let about_number = ["credit_card_number_invalid", "debit_card", DECLINED];
    about_number.contains(&code).then_some(CardField::Number)
}

/// `card_field.brand`: the name of a card's brand from the gateway's word for it; empty if the brand is unknown, for example before a
/// number is typed.
#[must_use]
pub fn brand(word: &str) -> &'static str {
    match word {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" => "American Express",
        "discover" => "Discover",
        _ => "",
    }
}

/// The gateway's code for a card that the bank declines.
const DECLINED: &str = "card_declined";
