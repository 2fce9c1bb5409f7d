//! Stopping an order for good, which only staff do, and only for fraud. What was charged is refunded.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::delivery::wanted;
use crate::service::order::transition;
use crate::service::payment::{attempts, carry_out, restored_money, styling_fee};
use crate::state::AppState;
use crate::store::order::{items, stock};
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::order::{Actor, Status};

/// Stops an order for good: refunds the styling fee, and puts items that were not shipped back in stock.
///
/// # Errors
/// [`StaffError::Refused`] if core's `order.can_transition` does not let it be stopped any more, or the gateway is still being
/// asked about a charge.
pub async fn stop(state: &AppState, order_id: &str, actor: Actor, why: &str) -> StaffResult<()> {
    let order = transition::load(&mut state.db.read_single().await?, order_id).await?;
    transition::refuse_impossible(&order, Status::Fraud)?;
    restored_money::refuse_unmatched(state, &mut state.db.read_single().await?, &order).await?;
    carry_out::call_off_charge(state, order_id).await?;
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    if attempts::open_charge(&mut tx, &order.id).await?.is_some() {
        return Err(StaffError::refused(format!(
            "The payment gateway is still being asked about order {}. Please try again in a minute.",
            order.code
        )));
    }
    let is_in_warehouse = order.status.is_in_warehouse();
    transition::step(state, &mut tx, &mut order, Status::Fraud, actor, why).await?;
    wanted::call_off(state, &mut tx, &order.id, ParcelWay::ALL).await?;
    let refund = styling_fee::begin_refund(state, &mut tx, &order, actor).await?;
    if is_in_warehouse {
        let pieces = items::lines(&mut tx, &order.id).await?;
        stock::put_back(&mut tx, pieces).await?;
    }
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}
