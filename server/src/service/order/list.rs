//! The lists of orders: the one that the dashboard shows, with what is charged next for the one under way, and the one for staff.

use crate::platform::error::AppResult;
use crate::service::order::read::{self, Order};
use crate::service::payment::next_charge::{self, NextCharge, UnderWay};
use crate::state::AppState;
use crate::store;
use crate::store::order::orders::{self, OrderForOps};
use crate::store::payment::charges;

/// All orders with their customers, the oldest first, or those that are unfinished.
pub async fn for_staff(state: &AppState, all: bool) -> store::Result<Vec<OrderForOps>> {
    let mut tx = state.db.read_single().await?;
    if all { orders::all_for_ops(&mut tx).await } else { orders::unfinished_for_ops(&mut tx).await }
}

/// A page of the customer's orders, and the next charge if the order under way is among them. All of it is read at one moment, so
/// that no order is shown in one state and its charge in another.
///
/// # Errors
/// [`stylebox_core::messages::refusals::Refusal::NotSignedIn`] if there is no such customer any more.
pub async fn with_charge(
    state: &AppState,
    customer_id: &str,
    page: u32,
    limit: usize,
) -> AppResult<(Vec<Order>, Option<NextCharge>)> {
    let mut tx = state.db.read().await?;
    let orders = read::list_in(state, &mut tx, customer_id, page, limit).await?;
    let Some(found) = orders.iter().find(|found| !found.order.status.is_finished()) else { return Ok((orders, None)) };
    let facts = match &found.charge_facts {
        Some(facts) => facts.clone(),
        None => Box::new(charges::of_order(&mut tx, &found.order).await?),
    };
    let under_way = UnderWay {
        order: found.order.clone(),
        invoices: found.invoices.clone(),
        lines: found.lines.clone(),
        waiting: found.waiting_payment.clone(),
        facts,
    };
    let charge = next_charge::read_with(state, &mut tx, customer_id, Some(under_way), None).await?;
    Ok((orders, Some(charge)))
}
