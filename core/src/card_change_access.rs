//! Who may change the payment card, and how the page speaks of it (spec B, section 2).

use crate::{input::empty_as_null, subscription::Type};
use serde::{Deserialize, Serialize};

/// What is known of the customer.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardChangeInput {
    /// Whether the customer has not checked out any order yet.
    pub first_timer: bool,
    /// Whether there is an unfinished order.
    pub has_current_order: bool,
    /// The number given when billing is first saved; null on an abandoned account.
    #[serde(default, deserialize_with = "empty_as_null")]
    pub celerant_id: Option<String>,
    /// Whether the card has ended or was declined; null is no.
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

/// `card_change.access`: not for a first-timer whose order is under way, unless a payment is needed; an abandoned account
/// adds its first card.
#[must_use]
pub fn access(input: &CardChangeInput) -> CardChangeAccess {
    let waits_for_first_box = input.first_timer && input.has_current_order;
    let abandoned = input.celerant_id.is_none();
    CardChangeAccess {
        allowed: !waits_for_first_box || input.payment_needed.unwrap_or(false),
        label: if abandoned { "Add Payment" } else { "Change Payment" },
        first_order_wording: abandoned,
        default_subscription: abandoned.then_some(Type::Every30Days),
    }
}
