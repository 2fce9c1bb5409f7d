//! Writing off a box that the carrier has lost on its way to the customer. All that was charged is refunded, also if the customer
//! has checked the box out meanwhile.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::checkout::call_off::{self, CheckoutRefund};
use crate::service::checkout::invoice;
use crate::service::delivery::wanted;
use crate::service::mail::{self, order};
use crate::service::order::{next_box_note, transition};
use crate::service::payment::{carry_out, styling_fee};
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::messages::staff::goes_back;
use stylebox_core::order::{Actor, SentBox, Status, can_be_lost};

/// Calls a lost box off: refunds the styling fee and what was paid at a checkout, and tells the customer, who can order another one.
/// Its items stay out of stock.
///
/// # Errors
/// [`StaffError::Refused`] if core's `order.can_be_lost` says that the box is not on its way, or its checkout is being paid.
pub async fn lose(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, mut customer) = transition::locked(state, order_id).await?;
    if order.delivery_date.is_none() {
        invoice::refuse_being_paid(&mut tx, &order, "call it lost").await?;
    }
    if !can_be_lost(&sent_box(&order)) {
        return Err(StaffError::refused(format!(
            "Order {} is {} and not on its way to its customer.",
            order.code, order.status
        )));
    }
    let fee = styling_fee::begin_refund(state, &mut tx, &order, actor).await?;
    let checkout = call_off::begin(state, &mut tx, &order, &mut customer, actor).await?;
    let why = reason(checkout.as_ref());
    transition::set(state, &mut tx, &mut order, Status::Cancelled, actor, &why).await?;
    wanted::call_off(state, &mut tx, &order.id, ParcelWay::ALL).await?;
    next_box_note::give_back(&mut tx, &order).await?;
    let back = fee.as_ref().map(|fee| fee.amount);
    let page = state.settings.public_url.page_link("/customize/order/custom");
    let paid = checkout.as_ref().map(|refund| (&refund.back, refund.coupon.as_deref()));
    let (refunded, coupon) = paid.unzip();
    let email = order::lost(&customer, &order, back, (refunded, coupon.flatten()), &page);
    mail::queue(state, &mut tx, email).await?;
    tx.commit().await?;
    // One that fails stays open, and is resumed by the job.
    let attempts = [fee, checkout.and_then(|refund| refund.attempt)].into_iter().flatten();
    let mut outcome = Ok(());
    for attempt in attempts {
        outcome = outcome.and(carry_out::carry_out(state, &attempt.id).await.map(drop));
    }
    Ok(outcome?)
}

/// The facts for `order.can_be_lost`.
#[must_use]
pub fn sent_box(order: &OrderRow) -> SentBox {
    SentBox { status: order.status, customer_pick_up: order.customer_pick_up, delivered: order.delivery_date.is_some() }
}

fn reason(checkout: Option<&CheckoutRefund>) -> String {
    let lost = "Lost on its way to the customer";
    let money = checkout.and_then(|CheckoutRefund { back, .. }| goes_back(back.card, back.gift_card));
    money.map_or_else(|| lost.to_owned(), |money| format!("{lost}: of the checkout, {money}"))
}
