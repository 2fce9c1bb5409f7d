//! An order before it is one: whoever makes an order, by sign-up, by form or by subscription, begins with the same blank.

use crate::platform::error::{AppError, AppResult};
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::next_boxes;
use crate::store::order::orders::OrderRow;
use crate::store::{CustomerTx, StoreError};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, ExpectedDeliveryInput, Status, expected_delivery_date};
use stylebox_core::subscription::Type;

/// Characters of an order's code that nobody mistakes for another.
const CODE_CHARACTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// An order of the customer's with nothing chosen yet: shipped, as often as the customer said, at the customer's store. Its day
/// is today until one is chosen; whoever makes the order refuses it if none is.
#[must_use]
pub fn blank(state: &AppState, customer: &CustomerRow) -> OrderRow {
    let now = state.clock.now();
    OrderRow {
        id: state.new_id(),
        code: format!("SB-{}", state.random.text(CODE_CHARACTERS, 7)),
        customer_id: customer.id.clone(),
        status: Status::Created,
        status_before_payment: None,
        subscription_type: customer.subscription_type.unwrap_or(Type::DEFAULT),
        customer_pick_up: false,
        ship_by_date: now.today(),
        expected_delivery_date: None,
        delivery_date: None,
        checkout_by_date: None,
        extended: false,
        assigned_location_id: customer.assigned_location_id.clone(),
        shipping_address_id: None,
        tracking_code: None,
        stylist_note: None,
        coupon: None,
        themebox_sign_up: false,
        themebox: None,
        themebox_description: None,
        on_demand_customer_msg: None,
        blog_interest: None,
        order_review: None,
        review_rating: None,
        phone: None,
        created_at: now,
        updated_at: now,
    }
}

/// Works out the day on which the order is expected, from the day that was chosen.
///
/// # Errors
/// If no day is chosen.
pub fn expect(state: &AppState, order: &mut OrderRow) -> AppResult<()> {
    let arrives = expected_delivery_date(&ExpectedDeliveryInput {
        ship_by_date: order.ship_by_date,
        customer_pick_up: order.customer_pick_up,
        shipped_on: None,
        holidays: state.data.holidays.clone(),
    });
    order.expected_delivery_date = Some(arrives.map_err(AppError::unexpected)?);
    Ok(())
}

/// Makes the order, and writes its first event. What its customer was told of the next box is void: that one comes after it.
///
/// # Errors
/// [`Refusal::OrderUnfinished`] if there is one under way, or no day is chosen.
pub async fn make(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
    why: &str,
) -> AppResult<()> {
    expect(state, order)?;
    order.insert(tx).await.map_err(taken)?;
    next_boxes::void(tx, &order.customer_id).await?;
    transition::begin(state, tx, order, actor, why).await
}

/// What a failed write of an order means: the database takes one unfinished order a customer.
fn taken(error: StoreError) -> AppError {
    if error.is_duplicate() { Refusal::OrderUnfinished.into() } else { error.into() }
}
