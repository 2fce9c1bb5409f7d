//! Why the service does not start a charge to the card on file (the contract: orders).

use crate::{
    values::{
        business_time::{Date, Instant, today},
        expiration::Expiration,
        words::words,
    },
    wire::Input,
};
use serde::Serialize;

/// The card on file, and the day on which the service would charge it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardToCharge {
    /// When the card expires; null if there is none.
    pub expiration: Option<Expiration>,
    /// Whether the card was declined for good; null or missing is no.
    #[serde(default)]
    pub declined_for_good: Option<bool>,
    /// The first day on which the card would be charged.
    pub on: Date,
    /// The current time.
    pub now: Instant,
}

words! {
    /// Why the service does not charge the card on file.
    pub enum NotCharged {
        /// The card's last month is over.
        Expired = "expired",
        /// It expires before the charge.
        Expires = "expires",
        /// It was declined for good.
        Declined = "declined",
    }
}

impl NotCharged {
    /// The words after the card's name in a sentence.
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
    /// The reason, for programs.
    pub why: NotCharged,
    /// The words after the card's name in a sentence.
    pub words: &'static str,
}

/// `card.not_charged`: why the service does not charge the card on file on that day, or nothing. No text may announce a charge to such a
/// card.
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
