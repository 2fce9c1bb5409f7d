//! Whether a card may take the place of the one on file.

use super::account::MFA_REQUIRED;
use super::first_order::FirstOrder;
use crate::clock::Timestamp;
use crate::http::error::{AppResult, Refusal};
use crate::store::cards::CardRow;
use crate::store::customers::CustomerRow;
use crate::store::{StoreError, Tx, customers, payment_attempts};
use axum::http::StatusCode;
use stylebox_core::account_change::{ProtectedChange, needs_mfa};
use stylebox_core::card::{CardNoticeKind, CardToday, dashboard_banner};
use stylebox_core::card_change::{CardChangeInput, access};
use stylebox_core::payment::Payment;

/// The first box is under way, and its card is good.
pub const CARD_IS_IN_USE: Refusal = Refusal::new(
    StatusCode::FORBIDDEN,
    "card_in_use",
    "Your first box is under way with the card on file. Please contact customer support to update it.",
);

/// Whether `payment` may take the place of `known`.
///
/// # Errors
/// [`CARD_IS_IN_USE`] by core's `card_change.access`, or [`MFA_REQUIRED`] by its `account_change.needs_mfa`. Neither where the
/// card on file has ended or was declined: nothing could be paid otherwise, and codes cannot be asked for yet.
pub async fn check(
    tx: &mut Tx,
    customer: &CustomerRow,
    known: &CardRow,
    first: &FirstOrder,
    now: Timestamp,
) -> AppResult<()> {
    let payment_needed = has_ended(known, now)? || payment_attempts::is_card_declined(tx, &known.id).await?;
    let opens = access(&CardChangeInput {
        first_timer: customer.first_timer,
        has_current_order: matches!(first, FirstOrder::Made(_)),
        celerant_id: customer.celerant_id.clone(),
        payment_needed: Some(payment_needed),
    });
    if !opens.allowed {
        return Err(CARD_IS_IN_USE.into());
    }
    let change = ProtectedChange {
        password: false,
        contact_or_card: true,
        has_ordered: customers::has_ordered(tx, &customer.id).await?,
        verified_recently: false,
    };
    if needs_mfa(&change) && !payment_needed {
        return Err(MFA_REQUIRED.into());
    }
    Ok(())
}

fn has_ended(card: &CardRow, now: Timestamp) -> AppResult<bool> {
    let expiration = card.expiration.parse().map_err(|error| StoreError::corrupt("cards.expiration", error))?;
    let notice = dashboard_banner(&CardToday { expiration: Some(expiration), now: now.instant() });
    Ok(notice.is_some_and(|notice| notice.kind == CardNoticeKind::Expired))
}

/// Whether the form holds the card on file once more: a sign-up that was sent twice, or whose answer was lost.
#[must_use]
pub fn is_the_same(known: &CardRow, payment: &Payment) -> bool {
    payment.card.number.expose().ends_with(&known.last_four)
        && payment.card.expiration.to_string() == known.expiration
        && payment.cardholder.name.as_str() == known.cardholder_name
}
