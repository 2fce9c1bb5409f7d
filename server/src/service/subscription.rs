//! How often boxes come, and skipping the next one.

use super::account::{self, AccountRecord};
use super::count;
use crate::http::Refusal;
use crate::http::error::{AppError, AppResult, NOT_SIGNED_IN};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::{Tx, customers, lock_customer, order::orders};
use axum::http::StatusCode;
use stylebox_core::messages::refusals;
use stylebox_core::subscription::{self, FrequencyChoice, SkipInput, Type, skip_offered};
use stylebox_core::values::count::Count;

/// The next box cannot be skipped.
pub const SKIP_NOT_OFFERED: Refusal = Refusal::new(StatusCode::CONFLICT, refusals::SKIP_NOT_OFFERED);

/// Chooses how often boxes come, by core's `subscription.choose`, and says what the order is, where it is chosen with one. The
/// screen has asked before it takes a skip back (`subscription.change_needs_confirmation`).
pub(super) fn choose(customer: &mut CustomerRow, chosen: Option<Type>, customer_pick_up: bool) -> Type {
    let (subscription_type, skip_days) = (customer.subscription_type, skip_days(customer));
    let choice = subscription::choose(&FrequencyChoice { chosen, subscription_type, skip_days, customer_pick_up });
    customer.subscription_type = Some(choice.subscription_type);
    if choice.skip_days == 0 {
        customer.skip_days = 0;
    }
    choice.order
}

pub(super) fn skip_days(customer: &CustomerRow) -> Count {
    count(customer.skip_days)
}

/// Puts the next box off by one interval, where core's `subscription.skip_offered` offers it.
///
/// # Errors
/// [`SKIP_NOT_OFFERED`], or the database fails.
pub async fn skip_a_box(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, customer_id).await?;
    let mut customer = customers::by_id(&mut tx, customer_id).await?.ok_or(NOT_SIGNED_IN)?;
    let subscription_type = customer.subscription_type.ok_or(SKIP_NOT_OFFERED)?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    let has_current_order = orders.iter().any(|order| !order.status.is_finished());
    let skip_days = skip_days(&customer);
    let interval = subscription_type.interval_days().ok_or(SKIP_NOT_OFFERED)?;
    if !skip_offered(&SkipInput { skip_days, has_current_order, subscription_type }) {
        return Err(SKIP_NOT_OFFERED.into());
    }
    customer.skip_days = i64::try_from(interval).map_err(AppError::unexpected)?;
    put_skip(state, tx, customer).await
}

/// Takes a skip back; where the next box is not skipped, nothing changes.
///
/// # Errors
/// Where the database fails.
pub async fn unskip_a_box(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, customer_id).await?;
    let mut customer = customers::by_id(&mut tx, customer_id).await?.ok_or(NOT_SIGNED_IN)?;
    customer.skip_days = 0;
    put_skip(state, tx, customer).await
}

async fn put_skip(state: &AppState, mut tx: Tx, mut customer: CustomerRow) -> AppResult<AccountRecord> {
    account::write(state, &mut tx, &mut customer).await?;
    let record = account::read_in(state, &mut tx, &customer.id).await?;
    tx.commit().await?;
    Ok(record)
}
