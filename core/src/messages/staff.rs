//! What the shop's own people read about a decision of core. No screen shows it, so the browser does not load it.

use crate::{checkout::try_on::SystemCheckout, subscription::NextBoxStep};

impl SystemCheckout {
    /// What the checkout waits for, in words for staff.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotDue => "its day to check out by is not over",
            Self::NoCard => "there is no card on file",
            Self::NoConsent => "the customer has not agreed to an automatic checkout",
            Self::NothingDecided => {
                "the customer has not agreed to an automatic checkout, and has not decided to keep anything"
            }
            Self::NotReminded => "not every reminder was sent in time",
            Self::TriedLater => "the card was declined, and is tried again",
            Self::Declined => "the card was declined for good, and is not charged again: it waits for another one",
            Self::NotReceived => "its return has come and is not received yet",
            Self::Due => "its time has come",
        }
    }
}

impl NextBoxStep {
    /// What staff have to do for the box, in their words; nothing if it goes on by itself.
    #[must_use]
    pub const fn waits_for(self) -> Option<&'static str> {
        match self {
            Self::Held => Some("its notice was not sent"),
            Self::NoAddress => Some("there is no address for it to go to"),
            Self::NoCard => Some("the card on file was declined for good, and it waits for another one"),
            Self::Wait | Self::Tell | Self::Order => None,
        }
    }
}

/// What the note to the stylist says about an item of which the customer wants more.
pub(crate) fn more_like(description: &str, brand: &str) -> String {
    format!("More like this, please: {description} by {brand}.")
}
