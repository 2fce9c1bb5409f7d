//! Clearing an order that the fraud check holds, and taking what is reserved for it.

use crate::platform::error::StaffResult;
use crate::service::payment::{attempts, carry_out, screening};
use crate::state::AppState;
use crate::store::payment::payment_attempts::AttemptRow;
use stylebox_core::order::Actor;

/// Clears a held order. Returns the charge whose money was reserved, as it is then; `None` if nothing was reserved.
///
/// # Errors
/// Those of [`screening::clear`]. If the gateway or the database fails after that, the order stays cleared, and a job takes the money.
pub async fn clear(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<Option<AttemptRow>> {
    screening::clear(state, order_id, actor).await?;
    let open = attempts::open_charge(&mut state.db.read().await?, order_id).await?;
    match open.filter(AttemptRow::is_held) {
        Some(held) => Ok(Some(carry_out::carry_out(state, &held.id).await?)),
        None => Ok(None),
    }
}
