//! Changing the card on file: the form, and who may use it (spec B, sections 2 and 5).

use crate::{
    card::payment::{self, Card, CardForm, Cardholder, CardholderForm},
    messages::card as texts,
    terms::ShopTerms,
    values::{
        business_time::Instant,
        expiration::Expiration,
        fields::hidden_debug,
        frequency::Type,
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{FromTexts, Input, non_empty},
};
use serde::Serialize;

/// What was typed into the form.
#[derive(Clone, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardChangeForm {
    /// Name, billing address and phone, as typed.
    pub cardholder: CardholderForm,
    /// Number, expiration and security code, as typed.
    pub card_info: CardForm,
    /// The moment at which it is checked.
    pub now: Instant,
}

hidden_debug!(CardChangeForm);

/// A card that may take the place of the one on file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardChange {
    /// The name on the new card, and its billing address.
    pub cardholder: Cardholder,
    /// The card to give to the gateway.
    pub card: Card,
}

/// Parses a card.
///
/// # Errors
/// The first issue of each field, by its dotted name.
pub fn parse(form: &CardChangeForm) -> Result<CardChange, Vec<Issue>> {
    let mut issues = Issues::default();
    let cardholder = payment::cardholder(&form.cardholder, &mut issues);
    let card = payment::card(&form.card_info, form.now, Message::EXPIRATION_HAS_PAST, &mut issues);
    match (cardholder, card) {
        (Some(cardholder), Some(card)) => Ok(CardChange { cardholder, card }),
        _ => Err(issues.into_vec()),
    }
}

/// `card_change.validate`: the first issue of each field (spec B, section 5).
#[must_use]
pub fn validate(form: &CardChangeForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

/// What was typed into the form, if the gateway's own fields take the card (the contract: cards in the gateway's own fields).
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BillingChangeForm {
    /// Whose card it is.
    pub cardholder: CardholderForm,
}

/// Parses the cardholder.
///
/// # Errors
/// The first issue of each field, by its dotted name.
pub fn billing_parse(form: &BillingChangeForm) -> Result<Cardholder, Vec<Issue>> {
    let mut issues = Issues::default();
    payment::cardholder(&form.cardholder, &mut issues).ok_or_else(|| issues.into_vec())
}

/// `card_change.billing_validate`: `card_change.validate` without `card_info`.
#[must_use]
pub fn billing_validate(form: &BillingChangeForm) -> Vec<Issue> {
    billing_parse(form).err().unwrap_or_default()
}

/// Refuses an expired card that was typed into the gateway's own fields: only the gateway's answer says when it expires.
///
/// # Errors
/// The issue that [`parse`] has for a typed card.
pub fn check_end(expiration: Expiration, now: Instant) -> Result<(), Vec<Issue>> {
    payment::lasts(expiration, now, Message::EXPIRATION_HAS_PAST)
}

/// What is known of the customer.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardChangeInput {
    /// Whether the customer has not checked out any order yet.
    pub first_timer: bool,
    /// Whether there is an unfinished order.
    pub has_current_order: bool,
    /// The number given when billing is first saved; null on an abandoned account.
    #[serde(default, deserialize_with = "non_empty")]
    pub celerant_id: Option<String>,
    /// Whether the card needs the customer, as the account's `payment_needed` says; null is no.
    pub payment_needed: Option<bool>,
}

/// How the page for changing the card opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardChangeAccess {
    /// Whether it opens at all.
    pub allowed: bool,
    /// What the button reads.
    pub label: &'static str,
    /// Whether the page speaks of a first order.
    pub first_order_wording: bool,
    /// The subscription that is proposed; null for none.
    pub default_subscription: Option<Type>,
}

/// `card_change.access`: whether the page opens, and in which words. It stays closed for a first-timer whose order is under way, unless
/// a payment is needed. An abandoned account adds its first card.
#[must_use]
pub fn access(input: &CardChangeInput, terms: &ShopTerms) -> CardChangeAccess {
    let waits_for_first_box = input.first_timer && input.has_current_order;
    let abandoned = input.celerant_id.is_none();
    CardChangeAccess {
        allowed: !waits_for_first_box || input.payment_needed.unwrap_or(false),
        label: if abandoned { texts::ADD_PAYMENT } else { texts::CHANGE_PAYMENT },
        first_order_wording: abandoned,
        default_subscription: abandoned.then(|| terms.default_frequency()),
    }
}
