//! The gateway's own list of what moved.

use crate::platform::clock::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovementKind {
    /// A card was charged.
    Charge,
    /// Money went back to a card.
    Refund,
    /// A refund did not reach the card, and its money came back.
    RefundFailure,
    /// A cardholder disputes a charge, and the money is withdrawn.
    Dispute,
    /// A dispute was won, and the money came back.
    DisputeReversal,
    /// The gateway has corrected a charge.
    Correction,
}

/// A movement of customers' money. What moves between the gateway and the shop alone (pay-outs, the gateway's bills) is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The gateway's id.
    pub id: String,
    pub kind: MovementKind,
    /// Cents; negative if the money leaves.
    pub amount: i64,
    /// Cents that the gateway keeps of it.
    pub fee: i64,
    pub currency: String,
    /// The gateway's id of the charge that it is about, if we could have made that charge.
    pub charge_id: Option<String>,
    /// The key of ours that it has with it.
    pub key: Option<String>,
    pub at: Timestamp,
}

/// A page of the list, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovementPage {
    /// The movements of customers' money.
    pub found: Vec<Movement>,
    /// After which id the next page begins; `None` if this is the last.
    pub next: Option<String>,
}
