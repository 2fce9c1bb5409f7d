//! How often boxes come, and skipping the next one.

use crate::platform::error::{AppError, AppResult};
use crate::service::account::customer;
use crate::service::account::record::{self, AccountRecord};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::subscription::{SkipInput, skip_offered};
use stylebox_core::values::count::Count;

/// Skips the next box by one interval, if core's `subscription.skip_offered` offers it.
///
/// # Errors
/// [`Refusal::SkipNotOffered`].
pub async fn skip_a_box(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let (mut tx, mut customer) = customer::locked(state, customer_id).await?;
    customer::refuse_closing(&customer)?;
    let subscription_type = customer.subscription_type.ok_or(Refusal::SkipNotOffered)?;
    let has_current_order = orders::unfinished_of_customer(&mut tx, customer_id).await?.is_some();
    let skip_days = customer.skip_days;
    let interval = subscription_type.interval_days().ok_or(Refusal::SkipNotOffered)?;
    if !skip_offered(&SkipInput { skip_days, has_current_order, subscription_type }) {
        return Err(Refusal::SkipNotOffered.into());
    }
    customer.skip_days = Count::new(interval).ok_or_else(|| AppError::unexpected("an interval that is no count"))?;
    put_skip(state, tx, customer).await
}

/// Undoes a skip. Without one, nothing changes.
pub async fn unskip_a_box(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let (tx, mut customer) = customer::locked(state, customer_id).await?;
    customer.skip_days = Count::default();
    put_skip(state, tx, customer).await
}

async fn put_skip(state: &AppState, mut tx: CustomerTx, mut customer: CustomerRow) -> AppResult<AccountRecord> {
    record::write(state, &mut tx, &mut customer).await?;
    let record = record::read_in(state, &mut tx, &customer.id).await?;
    tx.commit().await?;
    Ok(record)
}
