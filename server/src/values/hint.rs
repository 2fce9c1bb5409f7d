//! What an event of an outside party says: providers read it, and the store keeps it until it is processed.

use serde::{Deserialize, Serialize};

/// What an event says. It is stored, so it holds nothing personal and no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Hint {
    /// A charge or a refund has changed.
    Payment {
        /// Our key of the attempt.
        key: String,
    },
    /// A charge has changed, and the event does not name our key.
    Charge {
        /// The gateway's id of it.
        reference: String,
    },
    /// A card was tried with the secret by which a cardholder was to confirm theirs, or they have done so.
    CardConfirmation {
        /// The gateway's id of it.
        reference: String,
    },
    /// The gateway has a notice about money that moved before.
    Notice(NoticeRef),
    /// An email did not arrive. Nobody can be asked about that, so it is believed if we sent the email.
    Bounce {
        /// The email's id in the outbox.
        message_id: String,
        /// The relay's word for the reason.
        why: String,
        /// Whether the address takes no emails.
        is_address: bool,
    },
    /// A text message was delivered or failed, or one was received.
    TextMessage {
        /// The service's id of it.
        id: String,
    },
    /// Something was seen of a parcel.
    Parcel {
        /// The carrier's code of it.
        tracking_code: String,
    },
}

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The cardholder disputes a charge at the bank.
    Dispute,
    /// A refund that was made has failed since: the money came back to the shop.
    FailedRefund,
}

/// The gateway's id of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeRef {
    /// What it is about.
    pub kind: NoticeKind,
    /// The gateway's id.
    pub reference: String,
}
