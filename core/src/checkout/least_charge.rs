//! Amounts that are too small to be charged (the contract: late orders and other rules).

use crate::{checkout::invoice::DueTotal, policy, values::money::Money};
use serde::Serialize;

/// How an amount due is split into what is charged and what is forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LeastCharge {
    /// What is charged to the card.
    pub charged: Money,
    /// What nobody pays.
    pub forgiven: Money,
}

/// `checkout.least_charge`: an amount below the gateway's least charge is forgiven, any other amount is charged.
#[must_use]
pub const fn least_charge(due: &DueTotal) -> LeastCharge {
    if due.total_due.to_cents() < policy::LEAST_CHARGE_CENTS {
        LeastCharge { charged: Money::ZERO, forgiven: due.total_due }
    } else {
        LeastCharge { charged: due.total_due, forgiven: Money::ZERO }
    }
}
