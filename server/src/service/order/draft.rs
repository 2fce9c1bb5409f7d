//! New orders. A sign-up, a form and a subscription all begin with the same blank order.

use crate::platform::error::{AppError, AppResult};
use crate::providers::analytics::Event;
use crate::service::account::analytics;
use crate::service::order::{next_box_note, transition};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use crate::store::subscription::next_boxes;
use crate::store::{CustomerTx, StoreError};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, ExpectedDeliveryInput, Status, expected_delivery_date};
use stylebox_core::values::count::Count;

/// The characters of an order's code. None looks like another.
const CODE_CHARACTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// An order with nothing chosen yet: shipped, with the customer's subscription and store. Its day is today as a placeholder; an
/// order without a chosen day must be refused.
#[must_use]
pub fn blank(state: &AppState, customer: &CustomerRow) -> OrderRow {
    let now = state.clock.now();
    OrderRow {
        id: state.new_id(),
        code: format!("SB-{}", state.random.text(CODE_CHARACTERS, 7)),
        customer_id: customer.id.clone(),
        status: Status::Created,
        status_before_payment: None,
        subscription_type: customer.subscription_type.unwrap_or_else(|| state.data.terms.default_frequency()),
        customer_pick_up: false,
        ship_by_date: now.today(),
        expected_delivery_date: None,
        day_moves: Count::default(),
        moved_from: None,
        asked_on: None,
        delivery_date: None,
        checkout_by_date: None,
        extended: false,
        assigned_location_id: customer.assigned_location_id.clone(),
        shipping_address_id: None,
        tracking_code: None,
        stylist_note: None,
        released_by: None,
        coupon: None,
        ended_coupon: None,
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

/// Computes the expected delivery day from the chosen day.
///
/// # Errors
/// If no day is chosen.
pub fn set_expected_delivery(state: &AppState, order: &mut OrderRow) -> AppResult<()> {
    let arrives = expected_delivery_date(&ExpectedDeliveryInput {
        ship_by_date: order.ship_by_date,
        customer_pick_up: order.customer_pick_up,
        shipped_on: None,
        holidays: state.data.holidays.clone(),
    });
    order.expected_delivery_date = Some(arrives.map_err(AppError::unexpected)?);
    Ok(())
}

/// Inserts the order and its first event. It takes the note for the next box along, and voids the notice of the customer's next box,
/// which now comes after this one.
///
/// # Errors
/// [`Refusal::OrderUnfinished`] if an order is under way, or no day is chosen.
pub async fn make(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
    why: &str,
) -> AppResult<()> {
    set_expected_delivery(state, order)?;
    let noted = next_box_note::move_note_to(tx, order).await?;
    order.insert(tx).await.map_err(order_unfinished)?;
    noted.record(tx, order).await?;
    next_boxes::void(tx, &order.customer_id).await?;
    transition::begin(state, tx, order, actor, why).await?;
    analytics::note_of(state, tx, &order.customer_id, &Event::Order).await
}

/// Turns a duplicate row into [`Refusal::OrderUnfinished`]: the database allows one unfinished order for each customer.
fn order_unfinished(error: StoreError) -> AppError {
    if error.is_duplicate() { Refusal::OrderUnfinished.into() } else { error.into() }
}
