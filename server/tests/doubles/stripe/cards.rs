//! Cards, and how banks and Radar answer for them. The numbers are Stripe's public test numbers.

use super::book::Book;
use serde_json::{Value, json};

/// What the bank does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bank {
    /// Accepts everything.
    Accepts,
    /// Refuses the card when it is saved.
    RefusesCard,
    /// Accepts the card, and declines each charge.
    DeclinesCharges(&'static str),
    /// The same, with a decline code that does not end the retries by itself, and with the card network's advice code.
    DeclinesWithAdvice(&'static str, &'static str),
    /// Wants the cardholder to confirm the card when it is saved, but not the charges afterwards.
    AsksWhenSaved,
    /// Wants the cardholder to confirm each charge.
    AsksAtCharges,
}

/// Radar's assessment of charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Risk {
    Normal,
    Elevated,
    /// The highest, and the shop's rules let it pass.
    Highest,
    /// The highest, and Stripe blocks it.
    Blocked,
    /// The account has no Radar.
    NotSaid,
    /// It answers with a word that is not in its reference.
    Strange,
    /// It has not assessed the charge, which has no outcome.
    NotLooked,
}

#[derive(Debug, Clone)]
pub struct Card {
    pub number: String,
    pub brand: &'static str,
    pub funding: &'static str,
    pub exp_month: u8,
    pub exp_year: u16,
    pub bank: Bank,
    pub risk: Risk,
}

impl Card {
    pub fn of(number: &str) -> Self {
        let (funding, bank) = match number {
            "4000000000000002" => ("credit", Bank::RefusesCard),
            "4000000000000341" => ("credit", Bank::DeclinesCharges("generic_decline")),
            "4000000000009979" => ("credit", Bank::DeclinesCharges("stolen_card")),
            "4000000000009995" => ("credit", Bank::DeclinesWithAdvice("advice_code", "try_again_later")),
            "4000000000006975" => ("credit", Bank::DeclinesWithAdvice("advice_code", "do_not_try_again")),
            "5200828282828210" => ("credit", Bank::DeclinesWithAdvice("network_advice_code", "03")),
            "4000000000000069" => ("credit", Bank::DeclinesCharges("expired_card")),
            "4000002500003155" => ("credit", Bank::AsksWhenSaved),
            "4000002760003184" => ("credit", Bank::AsksAtCharges),
            "4000056655665556" => ("debit", Bank::Accepts),
            "5105105105105100" => ("prepaid", Bank::Accepts),
            "6011000990139424" => ("unknown", Bank::Accepts),
            _ => ("credit", Bank::Accepts),
        };
        let risk = match number {
            "4000000000009235" => Risk::Elevated,
            "4000000000004954" => Risk::Highest,
            "4100000000000019" => Risk::Blocked,
            _ => Risk::Normal,
        };
        let brand = match number.as_bytes().first() {
            Some(b'3') => "amex",
            Some(b'5') => "mastercard",
            Some(b'6') => "discover",
            _ => "visa",
        };
        Self { number: number.to_owned(), brand, funding, exp_month: 12, exp_year: 2029, bank, risk }
    }

    pub fn last4(&self) -> String {
        self.number[self.number.len() - 4..].to_owned()
    }
}

/// An error about a card, as in an answer and in an intent's last error.
pub fn card_error(code: &str, decline_code: Option<&str>) -> Value {
    json!({"type": "card_error", "code": code, "decline_code": decline_code, "message": "Your card was declined."})
}

impl Book {
    /// Whether a payment method may be used for a customer.
    pub fn is_of(&self, payment_method: &str, customer: &str) -> bool {
        let found = self.get(payment_method);
        found.is_some_and(|found| found["customer"].is_null() || found["customer"] == customer)
    }

    pub fn attach(&mut self, payment_method: &str, customer: &str) {
        self.get_mut(payment_method).unwrap()["customer"] = json!(customer);
    }
}
