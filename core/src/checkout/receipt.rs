//! What the email about a paid checkout says first (the contract: try-on, checkout, money).

use crate::{messages::receipts as texts, order::Actor, values::count::Count, wire::Input};

/// A checkout that is paid.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PaidCheckout {
    /// The order's code.
    pub code: String,
    /// Who has checked out.
    pub checked_out_by: Actor,
    /// How many items the customer had not decided about.
    pub undecided: Count,
    /// Whether the customer had agreed to be checked out.
    pub has_agreed: bool,
    /// Whether anything is kept.
    pub keeps_any: bool,
}

/// `receipt.opening`: who has checked out, what became of the items that were not decided, if there were any, and whether anything is
/// kept: what stands below it.
#[must_use]
pub fn opening(checkout: &PaidCheckout) -> String {
    texts::opening(checkout)
}
