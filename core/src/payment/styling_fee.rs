//! The styling fee of a box (spec B, sections 1 and 9; the contract: orders).

use crate::{
    messages, policy,
    subscription::one_dollar_code::code_has_ended,
    terms::ShopTerms,
    values::{business_time::Instant, frequency::Type, money::Money, words::words},
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
/// that year stays on a subscription; otherwise the full one.
#[must_use]
pub fn amount(input: &StylingFeeInput, terms: &ShopTerms) -> Money {
    let has_code = input.styling_fee_override_code.as_deref() == Some(policy::ONE_DOLLAR_CODE);
    let subscribed = input.subscription_type.is_some_and(|kind| kind != Type::OnDemand);
    let low = input.first_timer || (has_code && subscribed && !code_has_ended(input.now));
    if low { terms.first_styling_fee } else { terms.styling_fee }
}

/// `styling_fee.words`: how much the fee is and when it is charged, for a customer who is about to order the box.
#[must_use]
pub fn words(input: &StylingFeeInput, terms: &ShopTerms) -> String {
    messages::orders::styling_fee(amount(input, terms))
}

words! {
    /// The state of the newest attempt to charge a fee.
    pub enum FeeAttempt {
        /// The gateway has not answered yet.
        Open = "open",
        /// The bank wants the customer to confirm it.
        WaitsAtBank = "waits_at_bank",
        /// The gateway has taken the money.
        Paid = "paid",
        /// The card did not pay it.
        Declined = "declined",
        /// It was called off before the customer had confirmed it, because the order, its address or the card changed, or the order ended.
        CalledOff = "called_off",
    }
}

/// A fee that may be charged to a card that is saved now.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct UnpaidFee {
    /// The newest attempt to charge it, or null.
    pub newest: Option<FeeAttempt>,
}

/// `styling_fee.by_new_card`: whether saving a card charges the fee to it: if the card before was declined, or if its bank still waits
/// for a confirmation. A fee that was called off is charged when the box is styled: the customer was not told that it waits for a card.
#[must_use]
pub const fn by_new_card(fee: &UnpaidFee) -> bool {
    matches!(fee.newest, Some(FeeAttempt::Declined | FeeAttempt::WaitsAtBank))
}
