//! Ordering a box, and changing an order before styling begins (spec B, section 2: "Order a box", "Pick-up order").
//!
//! 1. The form's fields are applied to the order, a blank one or an existing one ([`form::apply`]).
//! 2. Core says what is still missing ([`form::check`]).
//! 3. The order is written with its event, and a new one with its email.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult, StaffError};
use crate::service::access::idempotency::{Claim, KeyedCall};
use crate::service::account::{customer, record};
use crate::service::checkout::coupons::{self, Holder};
use crate::service::mail::order;
use crate::service::order::form::{apply, check, missing_theme};
use crate::service::order::{draft, first_order, theme_boxes, transition};
use crate::service::payment::attempts;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::access::idempotency::Outcome;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::shipping_addresses;
use crate::store::card::cards;
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::payment_attempts::Purpose;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::{OrderWish, PlannedDay, PlannedDayChange, day_is_asked};
use stylebox_core::order::{Actor, EditInput, can_edit};

/// Orders a box: the first one as the sign-up would have made it. A repeat under the same key finds the order that it made, before
/// anybody is asked for the theme boxes. Returns the order's id.
///
/// # Errors
/// [`Refusal::IdempotencyKeyReused`], [`Refusal::OrderUnfinished`], [`Refusal::AccountClosing`], or an issue for each missing field.
pub async fn place(
    state: &AppState,
    customer_id: &str,
    wish: OrderWish,
    call: Option<&KeyedCall>,
) -> AppResult<String> {
    let now = state.clock.now();
    if let Some((key, fingerprint)) = call {
        let found = key.look(&mut state.db.read_single().await?, customer_id, fingerprint, now).await?;
        if let Some(order_id) = order_of(found)? {
            return Ok(order_id);
        }
    }
    let themes = theme_boxes::current(state).await;
    let (mut tx, mut customer) = customer::locked(state, customer_id).await?;
    if let Some((key, fingerprint)) = call {
        let claim = key.claim(&mut tx, customer_id, fingerprint, now).await?;
        if let Some(order_id) = order_of(claim)? {
            return Ok(order_id);
        }
    }
    customer::refuse_closing(&customer)?;
    if orders::unfinished_of_customer(&mut tx, customer_id).await?.is_some() {
        return Err(Refusal::OrderUnfinished.into());
    }
    // A card without any order: the sign-up has kept the card, but could not make the first order.
    let signs_up =
        cards::current(&mut tx, customer_id).await?.is_some() && !customers::has_ordered(&mut tx, customer_id).await?;
    let order = if signs_up {
        let planned = first_order::plan(state, &mut tx, &customer, wish, &themes).await?;
        first_order::place(state, &mut tx, &mut customer, planned, None).await?
    } else {
        place_later(state, &mut tx, &mut customer, wish, &themes).await?
    };
    record::write(state, &mut tx, &mut customer).await?;
    order::queue_placed(state, &mut tx, &customer, &order).await?;
    if let Some((key, _)) = call {
        key.complete(&mut tx, customer_id, &Outcome::Ordered(order.id.clone())).await?;
    }
    tx.commit().await?;
    Ok(order.id)
}

/// The order that an ended call has made; `None` if the call has not ended.
fn order_of(claim: Claim) -> AppResult<Option<String>> {
    match claim {
        Claim::Ended(Outcome::Ordered(order_id)) => Ok(Some(order_id)),
        Claim::Ended(Outcome::Refused(why)) => Err(why.into()),
        Claim::Ended(Outcome::Paid(_)) => Err(AppError::unexpected("a call that orders and has paid an invoice")),
        Claim::New | Claim::Begun => Ok(None),
    }
}

/// Makes any other order: of a customer who has ordered before, or who has no card yet, which is then named as missing.
async fn place_later(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<OrderRow> {
    let mut order = draft::blank(state, customer);
    order.coupon = coupons::default_code(state, tx, Holder::from(&*customer)).await?;
    order.shipping_address_id = shipping_addresses::primary(tx, &customer.id).await?.map(|address| address.id);
    let (day, chosen, signed_up) = (wish.ship_by_date, wish.subscription_type, wish.themebox_sign_up);
    apply(state, tx, customer, &mut order, wish, themes).await?;
    refuse_without_theme(&order, signed_up)?;
    order.subscription_type = plan::choose(customer, chosen, order.customer_pick_up, &state.data.terms);
    check(state, tx, customer, &order, day, true).await?;
    draft::make(state, tx, &mut order, Actor::Customer, "Ordered").await?;
    customer.dressing_room_to_go_signup |= order.customer_pick_up;
    Ok(order)
}

fn refuse_without_theme(order: &OrderRow, signed_up: Option<bool>) -> AppResult<()> {
    missing_theme(order, signed_up).map_or(Ok(()), |missing| Err(AppError::Form(vec![missing])))
}

/// Changes an order before styling begins. Core says whether its day is checked again.
///
/// # Errors
/// If the fee is being charged; those of [`edit_uncharged`].
pub async fn edit(
    state: &AppState,
    tx: &mut CustomerTx,
    of: (OrderRow, CustomerRow),
    wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<()> {
    // The fraud check must have seen what is charged.
    attempts::refuse_open(tx, &of.0, Purpose::StylingFee).await.map_err(StaffError::without_details)?;
    edit_uncharged(state, tx, of, wish, themes).await
}

/// The same for an order whose charge the caller looks after.
///
/// # Errors
/// If styling has begun, or an issue for each missing field.
pub async fn edit_uncharged(
    state: &AppState,
    tx: &mut CustomerTx,
    (mut order, mut customer): (OrderRow, CustomerRow),
    wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<()> {
    if !can_edit(&EditInput { status: order.status }) {
        return Err(Refusal::OrderNotEditable.into());
    }
    let before = planned_day(&order);
    let (chosen, signed_up) = (wish.subscription_type, wish.themebox_sign_up);
    apply(state, tx, &customer, &mut order, wish, themes).await?;
    refuse_without_theme(&order, signed_up)?;
    if before.customer_pick_up != order.customer_pick_up || chosen.is_some() {
        order.subscription_type = plan::choose(&mut customer, chosen, order.customer_pick_up, &state.data.terms);
    }
    let day_before = before.ship_by_date;
    let is_asked = day_is_asked(&PlannedDayChange { before: Some(before), after: planned_day(&order) });
    check(state, tx, &customer, &order, Some(order.ship_by_date), is_asked).await?;
    draft::set_expected_delivery(state, &mut order)?;
    if day_before != order.ship_by_date {
        // A customer who chooses another day keeps the order, and it was not moved to that day.
        (order.asked_on, order.moved_from) = (None, None);
    }
    transition::note(state, tx, &mut order, Actor::Customer, "Changed by the customer").await?;
    Ok(record::write(state, tx, &mut customer).await?)
}

/// What core decides by whether the order's day must be open.
fn planned_day(order: &OrderRow) -> PlannedDay {
    let OrderRow { ship_by_date, customer_pick_up, assigned_location_id, .. } = order;
    PlannedDay {
        ship_by_date: *ship_by_date,
        customer_pick_up: *customer_pick_up,
        assigned_location_id: assigned_location_id.clone(),
    }
}
