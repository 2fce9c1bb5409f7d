//! Cards that the gateway has to forget: those that were never put on file, because the bank has refused them or they waited for a code
//! that never came, and those that another card has replaced.
//!
//! What it has to forget is stored as soon as there is a token, and due once the card can no longer be put on file; putting it on file
//! withdraws it. The request about a replaced card is due immediately. So a card is forgotten however it was given up, and a token
//! on file, which alone can be charged, never is.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::forget_requests::{self, ForgetRow, Party};
use crate::store::card::cards;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;

/// How much longer than a change may wait for its code: while the bank is asked, the code can expire.
const MARGIN: Duration = Duration::from_secs(5 * 60);

/// Until when a card that comes now may be put on file: it may wait for a code.
fn due_at(now: Timestamp) -> Timestamp {
    now.plus(Duration::from_secs(60 * policy::MFA_CHANGE_WAITS_MINUTES)).plus(MARGIN)
}

/// Stores that a card has to be forgotten unless it is put on file. A payment method that comes again has the same token, and its
/// time begins again.
///
/// # Errors
/// [`Refusal::GatewayUnavailable`] if the gateway is being asked to forget it.
pub(super) async fn note(state: &AppState, tx: &mut CustomerTx, token: &str) -> AppResult<()> {
    let now = state.clock.now();
    if cards::is_on_file(tx, token).await? {
        return Ok(());
    }
    let known = not_due(tx, token, now).await?;
    for row in &known {
        forget_requests::postpone(tx, &row.id, due_at(now)).await?;
    }
    if known.is_empty() {
        add(state, tx, token, due_at(now)).await?;
    }
    Ok(())
}

/// Stores that a card that another one has just replaced has to be forgotten.
pub(super) async fn forget_replaced(state: &AppState, tx: &mut CustomerTx, token: &str) -> AppResult<()> {
    add(state, tx, token, state.clock.now()).await
}

/// Stores the request to forget a card, to be carried out from `due_at` on.
async fn add(state: &AppState, tx: &mut CustomerTx, token: &str, due_at: Timestamp) -> AppResult<()> {
    let row = ForgetRow {
        id: state.new_id(),
        party: Party::GatewayCard,
        reference: token.to_owned(),
        author_email: None,
        created_at: state.clock.now(),
        due_at,
    };
    Ok(row.insert(tx).await?)
}

/// The card goes on file: it is not forgotten.
///
/// # Errors
/// [`Refusal::GatewayUnavailable`] if the gateway is being asked to forget it: it cannot be charged then.
pub(super) async fn keep(tx: &mut CustomerTx, token: &str, now: Timestamp) -> AppResult<()> {
    not_due(tx, token, now).await?;
    withdraw(tx, token).await
}

/// Removes the request to forget a card.
pub async fn withdraw(tx: &mut CustomerTx, token: &str) -> AppResult<()> {
    for row in forget_requests::of_card(tx, token).await? {
        forget_requests::remove(tx, &row.id).await?;
    }
    Ok(())
}

async fn not_due(tx: &mut CustomerTx, token: &str, now: Timestamp) -> AppResult<Vec<ForgetRow>> {
    let known = forget_requests::of_card(tx, token).await?;
    if known.iter().any(|row| row.due_at <= now) { Err(Refusal::GatewayUnavailable.into()) } else { Ok(known) }
}
