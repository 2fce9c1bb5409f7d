//! The charges and refunds that the gateway was asked for under keys of ours, as it has them: after a restored backup the database does not
//! know them all.

use crate::providers::payment::charge::Bought;
use std::collections::BTreeSet;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;

/// A charge that the gateway was asked for under a key of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeCharge {
    /// The gateway's id.
    pub id: String,
    pub key: String,
    /// `None` if the gateway does not have it: version 0.2.0 did not say for which order it charged.
    pub order_id: Option<String>,
    pub actor: Actor,
    /// What a checkout buys; `None` if the gateway does not have it.
    pub bought: Option<Bought>,
    /// The token of the card that it is of now; `None` if it has none.
    pub token: Option<String>,
    /// The gateway's id of the customer; `None` if it has none.
    pub customer: Option<String>,
    /// What was taken or, if nothing was yet, asked for.
    pub amount: Money,
    pub currency: String,
    pub progress: ChargeProgress,
}

/// How far a charge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeProgress {
    /// The money was taken, or the gateway is taking it.
    Taken,
    /// It waits to be begun, confirmed or captured.
    Open,
    /// No money was taken, and none will be.
    Ended,
}

/// A refund, also one that was made at the gateway's own pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeRefund {
    /// Our key; `None` if it is not ours.
    pub key: Option<String>,
    /// The gateway's id of the charge.
    pub charge_id: String,
    /// What went back.
    pub amount: Money,
    /// The items that it is for, if it is for single ones; `None` if the gateway does not have that.
    pub items: Option<BTreeSet<String>>,
}

/// A page of a list, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePage<T> {
    pub found: Vec<T>,
    /// After which id the next page begins; `None` if this is the last.
    pub next: Option<String>,
}
