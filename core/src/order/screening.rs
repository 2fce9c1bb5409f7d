//! The fraud check before an order is charged (spec A, section 7; spec B, section 4).

use super::{Phase, Status};
use crate::{values::words::words, wire::Input};

words! {
    /// A verdict about an order that might be fraud.
    pub enum FraudVerdict {
        /// The check finds nothing.
        Accepted = "accepted",
        /// The check does not trust it.
        Doubted = "doubted",
        /// The shop has looked at it, and trusts it.
        Cleared = "cleared",
    }
}

words! {
    /// What comes before an order is charged.
    pub enum Screening {
        /// The check is asked.
        Check = "check",
        /// The shop looks at it, and clears it or stops it for good.
        Hold = "hold",
        /// Nothing.
        GoOn = "go_on",
    }
}

/// An order that is to be charged, and the last verdict about it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ScreeningInput {
    /// The order's status.
    pub status: Status,
    /// Whether a charge of it is under way. One that is held (`order.authorised`) is not.
    pub being_charged: bool,
    /// The last verdict, or null.
    pub verdict: Option<FraudVerdict>,
}

/// `order.screening`: the fraud check is asked before the first charge of an order, and not again while a charge is under way.
/// The check itself stops no order: the shop looks at an order that it doubts, and nothing is charged before the shop cleared it.
#[must_use]
pub const fn screening(input: &ScreeningInput) -> Screening {
    if input.being_charged || !matches!(input.status.phase(), Phase::Ordered) {
        return Screening::GoOn;
    }
    match input.verdict {
        None => Screening::Check,
        Some(FraudVerdict::Doubted) => Screening::Hold,
        Some(FraudVerdict::Accepted | FraudVerdict::Cleared) => Screening::GoOn,
    }
}
