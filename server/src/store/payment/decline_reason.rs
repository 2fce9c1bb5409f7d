//! Why a payment attempt was declined, as its row says it.

use crate::store::column::Column;
use sqlx::error::BoxDynError;
use std::fmt;
use stylebox_core::messages::refusals::Refusal;

/// Why an attempt was declined; while it is open, what prevents settling it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeclineReason {
    /// The bank wanted the charge confirmed, and the cardholder refused, left, or let the time pass.
    ConfirmationNeeded,
    /// The bank wanted the charge confirmed, but it was not wanted any more: there is another card, or the order is changed or
    /// cancelled.
    CalledOff,
    CardExpired,
    /// Another amount was taken than was asked for, and refunded; or reserved, and released.
    AnotherAmount,
    /// Another card was charged than the one on file, and refunded; or its money reserved, and released.
    AnotherCard,
    /// Any other, in the gateway's words.
    Other(String),
}

impl DeclineReason {
    /// The reason of a charge that was not the one that was asked for, and was undone.
    #[must_use]
    pub const fn of_undone(by_another_card: bool) -> Self {
        if by_another_card { Self::AnotherCard } else { Self::AnotherAmount }
    }

    /// The reasons with which no bank has declined a card: the cardholder has not confirmed, or the charge was called off or undone.
    pub const NOT_BY_BANK: [Self; 4] =
        [Self::ConfirmationNeeded, Self::CalledOff, Self::AnotherAmount, Self::AnotherCard];

    /// Whether the bank has declined the card.
    #[must_use]
    pub const fn is_by_bank(&self) -> bool {
        match self {
            Self::CardExpired | Self::Other(_) => true,
            Self::ConfirmationNeeded | Self::CalledOff | Self::AnotherAmount | Self::AnotherCard => false,
        }
    }

    /// Whether the customer is told that the card did not pay a fee: not of what was called off, or of another amount or card, which
    /// is no fault of the card.
    #[must_use]
    pub const fn is_told_to_customer(&self) -> bool {
        match self {
            Self::ConfirmationNeeded | Self::CardExpired | Self::Other(_) => true,
            Self::CalledOff | Self::AnotherAmount | Self::AnotherCard => false,
        }
    }

    /// The same of a decline whose reason may be unknown.
    #[must_use]
    pub fn is_told(reason: Option<&Self>) -> bool {
        reason.is_none_or(Self::is_told_to_customer)
    }

    /// The decline's code, as core's `charge.retry` takes it.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::CardExpired => "expired_card",
            Self::ConfirmationNeeded | Self::CalledOff | Self::AnotherAmount | Self::AnotherCard | Self::Other(_) => {
                self.as_str()
            }
        }
    }

    /// The reason as it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Other(words) => words,
            Self::ConfirmationNeeded
            | Self::CalledOff
            | Self::CardExpired
            | Self::AnotherAmount
            | Self::AnotherCard => self.kind(),
        }
    }

    /// The reason as a word of a closed list, as metrics need it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ConfirmationNeeded => Refusal::ConfirmationNeeded.code(),
            Self::CalledOff => "called_off",
            Self::CardExpired => Refusal::CardExpired.code(),
            Self::AnotherAmount => "another_amount_was_taken_and_given_back",
            Self::AnotherCard => "another_card_was_charged_and_given_back",
            Self::Other(_) => "declined",
        }
    }
}

impl fmt::Display for DeclineReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Column for DeclineReason {
    type Stored = String;

    fn stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(stored: String) -> std::result::Result<Self, BoxDynError> {
        let known =
            [Self::ConfirmationNeeded, Self::CalledOff, Self::CardExpired, Self::AnotherAmount, Self::AnotherCard];
        let known = known.into_iter().find(|reason| reason.as_str() == stored);
        Ok(known.unwrap_or(Self::Other(stored)))
    }
}
