//! Whether another card is needed.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::card::declined_cards;
use crate::store::payment::payment_attempts::{self, AttemptRow};
use crate::store::{self, Tx};
use stylebox_core::card::{CardNoticeKind, CardToday, dashboard_banner};
use stylebox_core::values::expiration::Expiration;

/// Whether a customer has to give a card, as [`is_needed`] says.
pub async fn payment_needed(tx: &mut Tx, card: Option<&CardRow>, now: Timestamp) -> store::Result<bool> {
    let Some(card) = card else { return Ok(is_needed(None, false, None, now)) };
    let is_declined = declined_cards::is_declined(tx, card).await?;
    let newest = payment_attempts::newest_of_card(tx, &card.id).await?;
    Ok(is_needed(Some(card), is_declined, newest.as_ref(), now))
}

/// Whether a customer with this card has to give another: there is none, it has expired or will soon, it was declined for good, or the
/// newest charge with it was declined, or waits for the customer to confirm it at the bank. One that was called off was not declined.
#[must_use]
pub fn is_needed(card: Option<&CardRow>, is_declined: bool, newest: Option<&AttemptRow>, now: Timestamp) -> bool {
    card.is_none_or(|card| ends_soon(card, now)) || is_declined || newest.is_some_and(AttemptRow::needs_customer)
}

/// Whether the card has expired, or will soon, as the dashboard's banner says.
fn ends_soon(card: &CardRow, now: Timestamp) -> bool {
    dashboard_banner(&CardToday { expiration: Some(card.expiration), now: now.instant() }).is_some()
}

/// Whether a card with this expiration has expired.
#[must_use]
pub fn has_ended(expiration: Expiration, now: Timestamp) -> bool {
    let notice = dashboard_banner(&CardToday { expiration: Some(expiration), now: now.instant() });
    notice.is_some_and(|notice| notice.kind == CardNoticeKind::Expired)
}
