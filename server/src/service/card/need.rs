//! Whether another card is needed.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::card::declined_cards;
use crate::store::payment::payment_attempts::{self, AttemptRow};
use crate::store::{self, Tx};
use stylebox_core::card::{CardNoticeKind, CardToday, dashboard_banner};

/// Whether a customer has to give a card: there is none, it has expired or will soon, it was declined for good, or the newest
/// attempt with it was declined, or waits for the customer to confirm it at the bank.
pub async fn payment_needed(tx: &mut Tx, card: Option<&CardRow>, now: Timestamp) -> store::Result<bool> {
    Ok(match card {
        Some(card) => {
            ends_soon(card, now)
                || declined_cards::is_declined(tx, card).await?
                || payment_attempts::is_card_refused(tx, &card.id).await?
        }
        None => true,
    })
}

/// The same for a card, from what was read of it: whether it was declined for good, and the newest attempt with it.
#[must_use]
pub fn is_needed(card: &CardRow, is_declined: bool, newest: Option<&AttemptRow>, now: Timestamp) -> bool {
    ends_soon(card, now) || is_declined || newest.is_some_and(AttemptRow::is_refused)
}

/// Whether the card has expired, or will soon, as the dashboard's banner says.
fn ends_soon(card: &CardRow, now: Timestamp) -> bool {
    dashboard_banner(&CardToday { expiration: Some(card.expiration), now: now.instant() }).is_some()
}

/// Whether the card has expired.
#[must_use]
pub fn has_ended(card: &CardRow, now: Timestamp) -> bool {
    let notice = dashboard_banner(&CardToday { expiration: Some(card.expiration), now: now.instant() });
    notice.is_some_and(|notice| notice.kind == CardNoticeKind::Expired)
}
