//! Replacing the card on file.

use crate::platform::error::AppResult;
use crate::platform::session::SignedIn;
use crate::service::account::record;
use crate::service::card::admit;
use crate::service::card::on_file::{self, CardPatch};
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::account::customers;
use crate::store::card::cards::{self, CardRow};
use stylebox_core::card::card_change;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::Cardholder;
use stylebox_core::messages::refusals::Refusal;

/// Replaces the card on file, or saves the first one of an account without any.
///
/// # Errors
/// If the card on file may not be replaced, or the gateway does not accept the new one; nothing is saved then. With
/// [`Refusal::MfaRequired`] the card waits for a code.
pub async fn replace(
    state: &AppState,
    session: &SignedIn,
    cardholder: Cardholder,
    card: CardEntry,
    consent_version: Option<String>,
) -> AppResult<CardRow> {
    on_file::check_consent(consent_version.as_deref())?;
    let now = state.clock.now();
    let mut tx = state.db.read().await?;
    let customer = customers::by_id(&mut tx, &session.customer_id).await?.ok_or(Refusal::NotFound)?;
    let known = cards::current(&mut tx, &customer.id).await?;
    // Checked before the bank is asked, and again under the lock.
    admit::admit(&mut tx, session, &customer, known.as_ref(), now).await?;
    let known_token = on_file::known_token(&mut tx, session, known.as_ref(), &card, now).await?;
    drop(tx);
    let given = (&card, &cardholder);
    let token = on_file::token(state, &customer.id, given, known_token, card_change::check_end).await?;
    let (mut tx, customer) = record::locked(state, &customer.id).await?;
    let known = cards::current(&mut tx, &customer.id).await?;
    let admitted = admit::admit(&mut tx, session, &customer, known.as_ref(), now).await?;
    let card = on_file::card_row(state, &customer.id, given, token, consent_version);
    let subscription_type = admitted.access.default_subscription;
    let patch = CardPatch { card: card.clone(), shipping_address: None, subscription_type };
    if admitted.needs_code {
        return Err(on_file::hold_until_code(state, tx, session, patch).await?);
    }
    let is_another = patch.apply(state, &mut tx, customer).await?;
    tx.commit().await?;
    if is_another {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(card)
}
