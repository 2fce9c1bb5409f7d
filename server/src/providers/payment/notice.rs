//! What the gateway says of money that moved before: a cardholder disputes a charge, or a refund did not reach the card.

use crate::platform::clock::Timestamp;
use crate::values::hint::NoticeRef;
use stylebox_core::values::money::Money;

/// A notice, for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The gateway's id of it.
    pub about: NoticeRef,
    pub charge_id: String,
    /// The part of the charge that the notice is about.
    pub amount: Money,
    pub currency: String,
    /// The gateway's word for where it stands.
    pub status: String,
    /// The gateway's word for why.
    pub reason: String,
    /// Until when staff can answer it; `None` if there is nothing to answer.
    pub answer_by: Option<Timestamp>,
    /// Whether it is decided: nothing follows any more, whatever staff do.
    pub is_over: bool,
    /// Whether nothing is left to do about it.
    pub is_closed: bool,
}

/// The notices that could be read. They come in several lists: one that is not answered takes nothing from the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notices {
    /// What was read.
    pub found: Vec<Notice>,
    /// The lists that were not answered to their end, by their names.
    pub unread: Vec<&'static str>,
}
