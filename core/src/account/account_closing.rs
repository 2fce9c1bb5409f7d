//! Closing an account (the contract: accounts).

use super::account_details;
use crate::{
    Issue,
    messages::closing,
    order::{Phase, Status},
    values::{fields::Password, issue::Issues, plain_input::Nothing},
    wire::Input,
};

/// Parses the password with which a customer closes the account.
///
/// # Errors
/// The issue of `current_password`, in the words of the account form.
pub fn parse(current_password: &str) -> Result<Password, Vec<Issue>> {
    let mut issues = Issues::default();
    let current = issues.check("current_password", account_details::current_password(current_password));
    current.ok_or_else(|| issues.into_vec())
}

/// What a customer has not settled yet.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ClosingInput {
    /// The status of the unfinished order, or null if there is none.
    #[serde(default)]
    pub status: Option<Status>,
    /// Whether a charge or a refund of the customer is under way.
    pub is_payment_open: bool,
    /// Whether the customer disputes a payment at the bank, which has not decided yet; null is no.
    #[serde(default)]
    pub is_dispute_open: Option<bool>,
}

/// `account_closing.waits_for`: what has to happen before the account can be closed, as the customer reads it; empty if it can be closed.
/// An order on which nobody has begun does not stand in the way: closing cancels it, unless a payment for it is under way.
#[must_use]
pub fn waits_for(closing: &ClosingInput) -> Vec<&'static str> {
    let of_order = match closing.status.map(Status::phase) {
        None | Some(Phase::Ordered | Phase::Finished) => None,
        Some(Phase::BeingStyled | Phase::Packed | Phase::OnItsWay | Phase::TryOn) => Some(closing::BOX_OUT),
        Some(Phase::CheckedOut | Phase::Return) => Some(closing::RETURN_OUT),
    };
    // The shop needs the customer's data to answer the dispute.
    let is_dispute_open = closing.is_dispute_open.unwrap_or_default();
    let of_payments =
        [closing.is_payment_open.then_some(closing::PAYMENT_OPEN), is_dispute_open.then_some(closing::DISPUTE_OPEN)];
    of_order.into_iter().chain(of_payments.into_iter().flatten()).collect()
}

/// `account_closing.consequences`: what ends, what is deleted, and what is kept and why if an account is closed. Customers read it before
/// they decide, and the server deletes and keeps exactly that.
#[must_use]
pub fn consequences(_: &Nothing) -> Vec<&'static str> {
    closing::CONSEQUENCES.to_vec()
}
