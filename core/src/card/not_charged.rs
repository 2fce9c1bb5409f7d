//! Which card a charge that the service starts is not made to (the contract: orders).

use crate::{
    values::{
        business_time::{Date, Instant, today},
        expiration::Expiration,
        words::words,
    },
    wire::Input,
};
use serde::Serialize;

/// The card on file, and the day on which a charge that the service starts is to be made.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardToCharge {
    /// Its expiration, or null if there is no card.
    pub expiration: Option<Expiration>,
    /// Whether it was declined for good; null or missing is no.
    #[serde(default)]
    pub declined_for_good: Option<bool>,
    /// The first day on which it would be charged.
    pub on: Date,
    /// The current time.
    pub now: Instant,
}

words! {
    /// Why a charge that the service starts is not made to the card on file.
    pub enum NotCharged {
        /// It has ended.
        Expired = "expired",
        /// It ends before the charge.
        Expires = "expires",
        /// It was declined for good.
        Declined = "declined",
    }
}

impl NotCharged {
    /// Said after the name of a card that is not charged.
    const fn words(self) -> &'static str {
        match self {
            Self::Expired => "has expired",
            Self::Expires => "expires before then",
            Self::Declined => "was declined before, and we do not charge it again",
        }
    }
}

/// Why the card on file is not charged, and its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardNotCharged {
    /// Why.
    pub why: NotCharged,
    /// What is said after the card's name.
    pub words: &'static str,
}

/// `card.not_charged`: why a charge that the service starts on that day is not made to the card on file, or nothing: no text names such a
/// card as the one that is charged.
#[must_use]
pub fn not_charged(card: &CardToCharge) -> Option<CardNotCharged> {
    let ends_before = |day| card.expiration.is_some_and(|expiration| expiration.ends_before(day));
    let why = if ends_before(today(card.now)) {
        NotCharged::Expired
    } else if card.declined_for_good == Some(true) {
        NotCharged::Declined
    } else if ends_before(card.on) {
        NotCharged::Expires
    } else {
        return None;
    };
    Some(CardNotCharged { why, words: why.words() })
}
