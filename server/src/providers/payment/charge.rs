//! Charges and refunds as the gateway is asked for them, and what became of them.

use crate::platform::clock::Timestamp;
use crate::values::confirmation::Confirmation;
use std::collections::BTreeMap;
use std::fmt;
use stylebox_core::order::Actor;
use stylebox_core::payment::authorization::{RiskLevel, RiskReview};
use stylebox_core::values::money::Money;

/// A charge that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeRequest {
    /// Our key: the same one charges once.
    pub key: String,
    pub token: String,
    pub amount: Money,
    /// The currency: `USD`.
    pub currency: String,
    /// What the customer reads on the statement.
    pub description: String,
    /// The page that the bank leads the cardholder back to if it asks for a confirmation.
    pub return_to: String,
    /// Whether the customer is there, and can confirm immediately if the bank asks for it.
    pub customer_present: bool,
    /// When the money is taken.
    pub capture: Capture,
    /// When the charge was begun: a gateway may forget keys after a while.
    pub begun_at: Timestamp,
    /// The gateway's id of the charge, once it was prepared ([`Opening::Opened`]).
    pub opened_as: Option<String>,
    pub about: About,
}

/// What a charge is for. A gateway that keeps it can say it after a restored backup, whose database does not know the charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    pub order_id: String,
    /// Who asked for it.
    pub actor: Actor,
    /// What a checkout buys: only when the charge is prepared.
    pub bought: Option<Bought>,
}

/// What a checkout buys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bought {
    /// The kept items by their ids, each with the size that it is exchanged for.
    pub kept: BTreeMap<String, Option<String>>,
    /// Whether exchanged items go to another address than the order's.
    pub to_another_address: bool,
}

/// When the money of a charge is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// As soon as the bank agrees.
    AtOnce,
    /// The bank reserves it first, so that the gateway's judgment of the risk can be read before.
    AfterRisk,
}

/// What became of preparing a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// The gateway needs no preparation.
    Unneeded,
    /// It is prepared. Holds the gateway's id of it.
    Opened(String),
    /// It cannot be charged. No money was taken, and none will be.
    Refused {
        /// The gateway's reason code.
        reason: String,
    },
}

/// A secret by which the gateway's script in the page lets the cardholder confirm. It is the customer's alone, and shows itself in no
/// log.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientSecret(pub String);

impl fmt::Debug for ClientSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ClientSecret(…)")
    }
}

/// The reason of a charge that ended without the bank declining it: somebody cancelled it, or the bank let its reserved money go.
pub const CANCELED_UNDECLINED: &str = "canceled";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The money was taken.
    Captured(Charge),
    /// No money was taken, and none will be.
    Declined {
        /// The gateway's reason code.
        reason: String,
        /// What the card's network advises, in the gateway's words; `None` if it says nothing.
        advice: Option<String>,
    },
    /// The card has expired. No money was taken, and none will be.
    CardExpired,
    /// The cardholder was asked, and refused or left. No money was taken, and none will be.
    NotConfirmed,
    /// The cardholder has to confirm at the bank; nothing was taken yet.
    ActionRequired(Confirmation),
    /// The bank has reserved the money, and it is not taken yet: only with [`Capture::AfterRisk`].
    Authorized(Authorization),
    /// The gateway itself does not know yet.
    Pending,
}

/// Money that is reserved, and what the gateway says of the risk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// How much can be taken.
    pub amount: Money,
    pub currency: String,
    /// Whether it is reserved on another card than the request's.
    pub by_another_card: bool,
    /// How risky the charge is.
    pub risk: RiskLevel,
    /// The risk from 0 to 100; `None` if the gateway does not tell.
    pub score: Option<u8>,
    /// The shop's review of it at the gateway; `None` if there is none.
    pub review: Option<RiskReview>,
    /// Until when the bank keeps the money reserved.
    pub until: Timestamp,
}

impl Authorization {
    /// Whether the amount, the currency and the card are those that were asked for. Only then the money is taken.
    #[must_use]
    pub fn matches_request(&self, amount: Money, currency: &str) -> bool {
        self.amount == amount && self.currency.eq_ignore_ascii_case(currency) && !self.by_another_card
    }
}

/// Money that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// The gateway's id of the charge.
    pub id: String,
    pub amount: Money,
    pub currency: String,
    /// Whether it was taken from another card than the request's. A customer can confirm a charge in the page with any card.
    pub by_another_card: bool,
}

impl Charge {
    /// Whether the amount, the currency and the card are those that were asked for. Only then the charge counts as paid.
    #[must_use]
    pub fn matches_request(&self, amount: Money, currency: &str) -> bool {
        self.amount == amount && self.currency.eq_ignore_ascii_case(currency) && !self.by_another_card
    }
}

/// Money that is to go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    /// Our key: the same one refunds once.
    pub key: String,
    pub charge_id: String,
    /// The part of the charge that goes back.
    pub amount: Money,
    /// The items that it is for; none if it is not for single ones.
    pub items: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The money went back.
    Refunded {
        /// The gateway's id of the refund.
        id: String,
    },
    /// No money went back: there is no such charge, or not that much left of it.
    Refused {
        /// The gateway's reason code.
        reason: String,
    },
}
