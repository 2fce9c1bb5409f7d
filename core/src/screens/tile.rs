//! What the tile of the current order says below its title (spec B, sections 2 and 4).

use crate::{
    order::TileKind,
    values::{business_time::Date, words::words},
    wire::Input,
};

words! {
    /// Why a payment for the order, its styling fee or its checkout, waits for the customer.
    pub enum PaymentProblem {
        /// The card was declined.
        Declined = "declined",
        /// The cardholder's bank wants the charge confirmed.
        Confirm = "confirm",
        /// The card has expired.
        Expired = "expired",
    }
}

/// The delay of an order that is late, or was.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileDelay {
    /// Whether it can no longer come on its day.
    pub is_late: bool,
    /// Whether it moves only once its customer has provided what it waits for.
    pub waits_for_customer: bool,
    /// The last day on which the customer can say whether they keep it; null if they are not asked.
    pub answer_by: Option<Date>,
}

/// What the tile says below its title.
pub(crate) const fn tile_sentence(kind: TileKind, customer_pick_up: bool) -> &'static str {
    match kind {
        TileKind::OrderABox => "No box is under way right now.",
        TileKind::Scheduled => "We put your box together from your style profile before it is sent.",
        TileKind::Placed => "We put your box together from your style profile before you pick it up.",
        TileKind::BeingStyled => "We are getting your box ready.",
        TileKind::OnItsWay => "Packed, sealed and sent. Shipping is free both ways.",
        TileKind::ReadyToGo => {
            "It waits for you at the store until you come, on any day on which the store is open. Your days to try it on begin then."
        }
        // A pick-up has no exchange (spec B, section 2).
        TileKind::TimeToCheckOut if customer_pick_up => {
            "Try everything on. Then tell us what you keep and what goes back."
        }
        TileKind::TimeToCheckOut => {
            "Try everything on at home, with what you own. Then tell us what you keep, exchange and return."
        }
        TileKind::CheckoutComplete if customer_pick_up => "Bring what you did not keep back to the store.",
        TileKind::CheckoutComplete => "Send back what you did not keep, with the prepaid label that came in the box.",
        // The store sends it on.
        TileKind::ReturnShipped if customer_pick_up => "What you brought back is on its way to us.",
        TileKind::ReturnShipped => "What you sent back is on its way to us.",
        TileKind::ReturnReceived if customer_pick_up => "What you brought back has arrived. We are checking it.",
        TileKind::ReturnReceived => "What you sent back has arrived. We are checking it.",
        TileKind::ReturnClosed if customer_pick_up => {
            "What you were bringing back did not reach us. You are not charged for it."
        }
        TileKind::ReturnClosed => "What you were sending back did not reach us. You are not charged for it.",
    }
}

impl PaymentProblem {
    /// Why the box waits. It replaces the tile's usual sentence.
    pub(crate) const fn sentence(self, kind: TileKind) -> &'static str {
        match self {
            Self::Confirm if !matches!(kind, TileKind::Scheduled | TileKind::Placed) => {
                "Your bank wants you to confirm the payment of your checkout."
            }
            Self::Declined if !matches!(kind, TileKind::Scheduled | TileKind::Placed) => {
                "The payment of your checkout did not go through. Check out again, or change your card first."
            }
            Self::Declined => "Your box waits until the styling fee is paid: your card was declined.",
            Self::Confirm => "Your box waits until the styling fee is paid: your bank wants you to confirm it.",
            Self::Expired => "Your box waits until the styling fee is paid: your card has expired.",
        }
    }
}

/// Replaces all other sentences while the customer is asked whether to keep a box that is late for the second time. The fee is paid if
/// styling has begun.
pub(crate) const fn late_again(kind: TileKind) -> &'static str {
    match kind {
        TileKind::BeingStyled => {
            "We are sorry: your box is late again. Would you like to keep it for this day, or cancel it? If you cancel it, or we do not hear from you in time, the styling fee that you paid is refunded."
        }
        _ => {
            "We are sorry: your box is late again. Would you like to keep it for this day, or cancel it? If we do not hear from you \
             in time, we cancel it. Nothing was charged."
        }
    }
}

impl TileDelay {
    /// Said about a box that is late, or was, before the tile's usual sentence. `says_why`: whether that sentence says what the box waits
    /// for. The words do not say who chose the day, because the subscription or an earlier move may have. They promise no new day, because
    /// an order that is late for the third time is canceled.
    pub(crate) const fn sentence(self, says_why: bool, kind: TileKind, customer_pick_up: bool) -> &'static str {
        match (self.is_late, self.waits_for_customer, customer_pick_up) {
            (true, true, false) if says_why => "It can no longer arrive on this day, and gets a new day after that.",
            (true, true, true) if says_why => "It can no longer be ready on this day, and gets a new day after that.",
            (true, true, true) => "It can no longer be ready on this day. It gets a new day once we have a card.",
            // The styling fee of a box that is being styled is paid, so only an address can be missing.
            (true, true, false) if matches!(kind, TileKind::BeingStyled) => {
                "It can no longer arrive on this day. It gets a new day once we have an address to send it to."
            }
            (true, true, false) => {
                "It can no longer arrive on this day. It gets a new day once we have a card, and an address to send it to."
            }
            (true, false, false) => {
                "We are sorry: it can no longer arrive on this day. We will email you what happens next."
            }
            (true, false, true) => {
                "We are sorry: it can no longer be ready on this day. We will email you what happens next."
            }
            (false, _, false) => "We are sorry: it could not leave in time, so it arrives later than planned.",
            (false, _, true) => "We are sorry: it was not ready in time, so it is ready later than planned.",
        }
    }
}
