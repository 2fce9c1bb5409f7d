//! Whether another card is needed.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::payment::payment_attempts;
use crate::store::{self, Tx};
use stylebox_core::card::{CardNoticeKind, CardToday, dashboard_banner};

/// Whether a customer has to give a card before anything can be charged: there is none, it has ended, or the newest attempt with it
/// was declined, or waits for the customer to confirm it at the bank.
pub async fn payment_needed(tx: &mut Tx, card: Option<&CardRow>, now: Timestamp) -> store::Result<bool> {
    Ok(match card {
        Some(card) => has_ended(card, now) || payment_attempts::is_card_refused(tx, &card.id).await?,
        None => true,
    })
}

/// Whether the card has ended.
#[must_use]
pub fn has_ended(card: &CardRow, now: Timestamp) -> bool {
    let notice = dashboard_banner(&CardToday { expiration: Some(card.expiration), now: now.instant() });
    notice.is_some_and(|notice| notice.kind == CardNoticeKind::Expired)
}
