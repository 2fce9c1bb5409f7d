//! Notifying customers that their card expires soon, once for each card.

use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::customer;
use crate::service::mail::{self, try_on};
use crate::state::AppState;
use crate::store::card::cards;
use stylebox_core::policy;
use stylebox_core::{
    card::{CardNoticeKind, CardToday, dashboard_banner},
    values::expiration::Expiration,
};

/// Notifies the customers whose card expires soon, by the dashboard's rule. Returns how many.
pub async fn notify(state: &AppState) -> AppResult<Batch<usize>> {
    let last = state.clock.now().today().plus_days(policy::CARD_BANNER_DAYS.unsigned_abs());
    let mut tx = state.db.read().await?;
    let unnotified = cards::expiring_unnotified(&mut tx, last.map_err(AppError::unexpected)?).await?;
    drop(tx);
    let mut batch = Batch::from(0);
    for (card_id, expiration) in unnotified {
        let is_notified = batch.record(&format!("card {card_id}"), notify_about(state, &card_id, &expiration).await);
        batch.done += usize::from(is_notified.unwrap_or(false));
    }
    Ok(batch)
}

async fn notify_about(state: &AppState, card_id: &str, expiration: &str) -> AppResult<bool> {
    let known: Expiration = expiration.parse().map_err(AppError::unexpected)?;
    let today = CardToday { expiration: Some(known), now: state.clock.now().instant() };
    let Some(notice) = dashboard_banner(&today) else { return Ok(false) };
    let has_ended = notice.kind == CardNoticeKind::Expired;
    let Some(card) = cards::by_id(&mut state.db.read_single().await?, card_id).await? else { return Ok(false) };
    let (mut tx, customer) = customer::locked(state, &card.customer_id).await?;
    // Another server may have sent it, or the card may have been replaced, before the row was locked.
    if !cards::set_expiry_notified(&mut tx, card_id, state.clock.now()).await? {
        return Ok(false);
    }
    let page = state.settings.public_url.page_link("/change/payment");
    let email = try_on::card_expiring(&customer, &card.last_four, card.expiration, has_ended, &page);
    mail::queue(state, &mut tx, email).await?;
    tx.commit().await?;
    Ok(true)
}
