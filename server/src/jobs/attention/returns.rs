//! Returns that are overdue.

use crate::jobs::attention::waiting::Waiting;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, ListedOrder};
use stylebox_core::checkout::try_on::{last_overdue_return, return_is_overdue};
use stylebox_core::checkout::try_on_days::ReturnByInput;
use stylebox_core::values::business_time::Date;

pub async fn overdue(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let line = |(order, due): (ListedOrder, StaffResult<Date>)| {
        let why = match due {
            Ok(by) => {
                format!(
                    "its return is overdue: it was due on {by} (\"ops write-off {} not-sent\" gives it up)",
                    order.code
                )
            }
            Err(error) => format!("whether its return is overdue cannot be said: {error}"),
        };
        Waiting::new(order.code, why)
    };
    Ok(overdue_returns(state).await?.into_iter().map(line).collect())
}

/// The orders whose return is overdue, the oldest day to check out by first, or why that cannot be computed.
pub async fn overdue_returns(state: &AppState) -> StaffResult<Vec<(ListedOrder, StaffResult<Date>)>> {
    let last = last_overdue_return(state.clock.now().instant()).map_err(StaffError::unexpected)?;
    // However many orders are under way, only those are read whose day is long past.
    let listed = orders::to_check_out_by(&mut state.db.read_single().await?, last).await?;
    let mut overdue = Vec::new();
    for order in listed {
        if let Some(due) = overdue_since(state, &order.id).await.transpose() {
            overdue.push((order, due));
        }
    }
    overdue.sort_by_key(|(_, due)| due.as_ref().ok().copied());
    Ok(overdue)
}

/// The day to check out by of an order with overdue items.
async fn overdue_since(state: &AppState, order_id: &str) -> StaffResult<Option<Date>> {
    // Each in a transaction of its own: after an error PostgreSQL refuses the rest of a transaction.
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let Some(checkout_by_date) = order.checkout_by_date else { return Ok(None) };
    let now = state.clock.now().instant();
    let is_over = return_is_overdue(&ReturnByInput { checkout_by_date, now }).map_err(StaffError::unexpected)?;
    let is_out = is_over && items::lines(&mut tx, order_id).await?.iter().any(LineItemRow::is_due_back);
    Ok(is_out.then_some(checkout_by_date))
}
