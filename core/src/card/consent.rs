//! The sentence to which a customer agrees when a card is given (the contract: try-on, checkout, money).

use crate::{messages, policy, values::plain_input::Nothing};
use serde::Serialize;

/// A sentence of consent; the version is stored with the time at which it was agreed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Consent {
    /// The version of the wording.
    pub version: &'static str,
    /// The sentence.
    pub text: &'static str,
}

/// `consent.current`: the sentence that is shown beside the card today.
#[must_use]
pub const fn current(_: &Nothing) -> Consent {
    Consent { version: policy::CONSENT_VERSION, text: messages::orders::CONSENT }
}
