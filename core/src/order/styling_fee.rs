//! The styling fee of a box (spec B, sections 1 and 9; the contract: orders).

use crate::{
    business_time::{Instant, today},
    money::Money,
    policy,
    subscription::Type,
    wire::{Input, non_empty},
};

/// What the fee depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StylingFeeInput {
    /// Whether the customer has not checked out any order yet.
    pub first_timer: bool,
    /// The customer's override code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub styling_fee_override_code: Option<String>,
    /// How often the customer gets boxes; null while that is not chosen.
    pub subscription_type: Option<Type>,
    /// The current time.
    pub now: Instant,
}

/// `styling_fee.amount`: the low fee for the first box, and for each box through 2020 while a customer with the code of
/// that year stays on a subscription; else the full one.
#[must_use]
pub fn amount(input: &StylingFeeInput) -> Money {
    let has_code = input.styling_fee_override_code.as_deref() == Some(policy::ONE_DOLLAR_CODE);
    let subscribed = input.subscription_type.is_some_and(|kind| kind != Type::OnDemand);
    let still_valid = today(input.now).year() <= policy::ONE_DOLLAR_CODE_LAST_YEAR;
    let low = input.first_timer || (has_code && subscribed && still_valid);
    Money::from_dollars(if low { policy::FIRST_STYLING_FEE_DOLLARS } else { policy::STYLING_FEE_DOLLARS })
}
