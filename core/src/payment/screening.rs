//! The fraud check before an order is charged (spec A, section 7; spec B, section 4).

use crate::{
    order::{Phase, Status},
    values::words::words,
    wire::Input,
};

words! {
    /// A verdict about an order that might be fraud.
    pub enum FraudVerdict {
        /// The check finds nothing.
        Accepted = "accepted",
        /// The check does not trust the order.
        Doubted = "doubted",
        /// The shop has looked at the order, and trusts it.
        Cleared = "cleared",
    }
}

words! {
    /// What must happen before an order is charged.
    pub enum Screening {
        /// The check must be asked.
        Check = "check",
        /// The shop must look at the order, and clear or stop it.
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
    /// Whether a charge for it is under way. A held charge (`order.authorised`) does not count.
    pub being_charged: bool,
    /// The last verdict, or null.
    pub verdict: Option<FraudVerdict>,
}

/// `order.screening`: the fraud check is asked before the first charge of an order, and not again while a charge is under way.
/// The check itself stops no order. If it doubts an order, nothing is charged before the shop has looked at the order and cleared it.
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
