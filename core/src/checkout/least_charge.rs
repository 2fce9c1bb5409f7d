//! What is too little to be charged (the contract: late, little, and said).

use crate::{checkout::invoice::DueTotal, policy, values::money::Money};
use serde::Serialize;

/// Your choice for what is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LeastCharge {
    /// What is charged to the card.
    pub charged: Money,
    /// What nobody pays.
    pub forgiven: Money,
}

/// `checkout.least_charge`: what is below the gateway's least charge is forgiven, and anything else is charged.
#[must_use]
pub const fn least_charge(due: &DueTotal) -> LeastCharge {
    if due.total_due.to_cents() < policy::LEAST_CHARGE_CENTS {
        LeastCharge { charged: Money::ZERO, forgiven: due.total_due }
    } else {
        LeastCharge { charged: due.total_due, forgiven: Money::ZERO }
    }
}
