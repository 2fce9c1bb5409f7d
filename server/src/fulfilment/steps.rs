//! What stylists and the warehouse do with an order: each function takes it one step on, by core's rule, with its event and
//! the customer's e-mail in the same transaction. The `ops` commands, the demo's button and the simulator all go this way.

use crate::platform::batch::Batch;
use crate::platform::error::{StaffError, StaffResult};
use crate::service;
use crate::service::message::{mail, order};
use crate::service::order::read::has_paid;
use crate::service::order::transition::{self, seen};
use crate::service::order::{cancel, stop};
use crate::service::payment::styling_fee;
use crate::service::returns::carrier;
use crate::service::style::compose::wishes::Wishes;
use crate::service::style::compose::{Piece, Rail, StyledBox, compose};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow, OutfitRow};
use crate::store::order::orders::{self, ListedOrder, OrderRow};
use crate::store::order::stock;
use crate::store::returns::exchanges;
use crate::store::style::style_profiles;
use std::collections::{HashMap, HashSet};
use stylebox_core::checkout::try_on_days::{DueDateInput, due_date};
use stylebox_core::order::{
    Actor, CompletionInput, Delivery, DeliveryInput, EditInput, ExpectedDeliveryInput, Status, Unfinished,
    after_checkout, can_complete, expected_delivery_date, on_delivery, unfinished,
};
use stylebox_core::values::count::Count;

/// A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// [`style`].
    Style,
    /// [`ship`].
    Ship,
    /// [`ready`].
    Ready,
    /// [`deliver`].
    Deliver,
    /// [`send_back`].
    SendBack,
    /// [`service::returns::exchanges::ship`](crate::service::returns::exchanges::ship).
    ShipExchange,
    /// [`receive`].
    Receive,
    /// [`complete`].
    Complete,
    /// [`cancel::by_shop`].
    Cancel,
    /// [`stop::stop`].
    Stop,
}

/// Takes an order a step on.
///
/// # Errors
/// [`StaffError::Refused`] with the reason, where the order cannot take it.
pub async fn take(state: &AppState, order_id: &str, step: Step, actor: Actor) -> StaffResult<()> {
    match step {
        Step::Style => style(state, order_id, actor).await,
        Step::Ship => ship(state, order_id, actor).await,
        Step::Ready => ready(state, order_id, actor).await,
        Step::Deliver => deliver(state, order_id, actor).await,
        Step::SendBack => send_back(state, order_id, actor).await,
        Step::ShipExchange => service::returns::exchanges::ship(state, order_id, actor).await.map(|_| ()),
        Step::Receive => receive(state, order_id, actor).await,
        Step::Complete => complete(state, order_id, actor).await,
        Step::Cancel => cancel::by_shop(state, order_id, actor).await,
        Step::Stop => stop::stop(state, order_id, actor, "Stopped as fraud by the shop").await,
    }
}

/// Charges the styling fee, then has a stylist compose the box.
///
/// # Errors
/// [`StaffError::Refused`] with the reason: the order is elsewhere, the fee is not paid, too little is in stock.
pub async fn style(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    if is_just_ordered(state, order_id).await? {
        styling_fee::charge(state, order_id, actor).await?;
    }
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    if order.status != Status::Styling {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be styled.", order.code, order.status)));
    }
    let styled = composed(state, &mut tx, &order, &customer).await?;
    pack(state, &mut tx, &order, &styled).await?;
    order.stylist_note = Some(styled.stylist_note);
    transition::step(state, &mut tx, &mut order, Status::Styled, actor, "The stylist has chosen").await?;
    Ok(tx.commit().await?)
}

/// Whether the fee is still to be charged. It is not charged for a box that cannot be composed.
async fn is_just_ordered(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let mut tx = state.db.read().await?;
    let (order, customer) = seen(&mut tx, order_id).await?;
    if order.status != Status::Created {
        return Ok(false);
    }
    composed(state, &mut tx, &order, &customer).await?;
    Ok(true)
}

async fn composed(state: &AppState, tx: &mut Tx, order: &OrderRow, customer: &CustomerRow) -> StaffResult<StyledBox> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let mut seed = [0; 8];
    state.random.fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    let vocabulary = &state.data.vocabulary;
    let wishes = Wishes::read(&answers, vocabulary).of_customer(&customer.first_name).or_any_stylist(vocabulary, seed);
    let free: HashMap<(String, String), i64> =
        stock::free(tx).await?.into_iter().map(|row| ((row.product_id, row.size), row.free)).collect();
    let in_stock = |id: &str, size: &str| free.get(&(id.to_owned(), size.to_owned())).copied().unwrap_or(0);
    let sent_before: HashSet<String> = items::products_sent(tx, &customer.id).await?.into_iter().collect();
    let rail = Rail { catalogue: &state.data.catalogue, stock: &in_stock, sent_before: &sent_before };
    compose(rail, &wishes, seed).map_err(|error| StaffError::refused(format!("Order {}: {error}", order.code)))
}

/// Takes the pieces out of the warehouse and puts them into the order.
async fn pack(state: &AppState, tx: &mut CustomerTx, order: &OrderRow, styled: &StyledBox) -> StaffResult<()> {
    // In one order, as everybody takes hold of garments: nobody waits for somebody who waits for them.
    let mut pieces: Vec<&Piece> = styled.outfits.iter().flat_map(|outfit| &outfit.pieces).collect();
    pieces.sort_by(|one, other| (&one.product_id, &one.size).cmp(&(&other.product_id, &other.size)));
    for Piece { product_id, size } in pieces {
        if !stock::take(tx, product_id, size).await? {
            return Err(StaffError::refused(format!(
                "{product_id} in {size} has just sold out: style order {} again.",
                order.code
            )));
        }
    }
    let mut place = 0;
    for (position, outfit) in (0..).zip(&styled.outfits) {
        let row = OutfitRow {
            id: state.new_id(),
            order_id: order.id.clone(),
            position,
            title: outfit.title.clone(),
            stylist_note: outfit.stylist_note.clone(),
        };
        row.insert(tx).await?;
        for piece in &outfit.pieces {
            let garment = state.data.catalogue.find(&piece.product_id);
            let garment = garment.ok_or_else(|| StaffError::unexpected("a garment that is not in the catalogue"))?;
            let line = LineItemRow {
                id: state.new_id(),
                order_id: order.id.clone(),
                outfit_id: row.id.clone(),
                position: place,
                product_id: garment.id.clone(),
                description: garment.description.clone(),
                brand: garment.brand.clone(),
                color: garment.color.name.clone(),
                size: piece.size.clone(),
                retail_price: garment.retail_price,
                original_price: garment.original_price,
                claimed_kept: None,
                exchange_size: None,
                customer_feedback: None,
                paid_for: false,
                received_at: None,
            };
            line.insert(tx).await?;
            place += 1;
        }
    }
    Ok(())
}

/// Hands the box to the carrier.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, is picked up, or has no address to go to.
pub async fn ship(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    transition::has_address(&order)?;
    if order.status != Status::ReadyToShip {
        transition::step(state, &mut tx, &mut order, Status::ReadyToShip, actor, "Packed").await?;
    }
    let arrives = expected_delivery_date(&ExpectedDeliveryInput {
        ship_by_date: order.ship_by_date,
        customer_pick_up: order.customer_pick_up,
        shipped_on: Some(state.clock.now().today()),
        holidays: state.data.holidays.clone(),
    });
    order.expected_delivery_date = Some(arrives.map_err(StaffError::unexpected)?);
    order.tracking_code = Some(carrier::tracking_code(state));
    transition::step(state, &mut tx, &mut order, Status::InTransitToCustomer, actor, "Handed to the carrier").await?;
    mail::queue(state, &mut tx, order::on_its_way(&customer, &order)).await?;
    Ok(tx.commit().await?)
}

/// Puts the box ready at the store.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, or is shipped.
pub async fn ready(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let to = Status::ReadyForCustomerPickUp;
    transition::step(state, &mut tx, &mut order, to, actor, "Ready at the store").await?;
    let location = state.data.locations.iter().find(|store| Some(&store.id) == order.assigned_location_id.as_ref());
    let store = location.map_or("your store", |location| location.name.as_str());
    mail::queue(state, &mut tx, order::ready_for_pick_up(&customer, &order, store)).await?;
    Ok(tx.commit().await?)
}

/// The customer has the box: the try-on days begin. Where it was checked out on its way, only the days are noted, which its
/// return is counted from.
///
/// # Errors
/// [`StaffError::Refused`] if the order is neither on its way nor ready at the store, by core's `order.on_delivery`.
pub async fn deliver(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let to = Status::DeliveredToCustomer;
    match on_delivery(&DeliveryInput { status: order.status, delivered: order.delivery_date.is_some() }) {
        Some(Delivery::Deliver) => {
            mark_delivered(state, &mut order)?;
            transition::step(state, &mut tx, &mut order, to, actor, "Handed to the customer").await?;
            order::tell_of_delivery(state, &mut tx, &customer, &order).await?;
        }
        Some(Delivery::Note) => {
            mark_delivered(state, &mut order)?;
            // A payment that is declined leaves the box where it is now; the customer is told of it then.
            order.status_before_payment = order.status_before_payment.map(|_| to);
            transition::note(state, &mut tx, &mut order, actor, "Handed to the customer, who has checked out").await?;
        }
        None => return Err(transition::cannot_become(&order, to)),
    }
    Ok(tx.commit().await?)
}

/// The box comes today.
fn mark_delivered(state: &AppState, order: &mut OrderRow) -> StaffResult<()> {
    let today = state.clock.now().today();
    let due = due_date(&DueDateInput { delivery_date: today, customer_pick_up: order.customer_pick_up });
    order.delivery_date = Some(today);
    order.checkout_by_date = Some(due.map_err(StaffError::unexpected)?);
    Ok(())
}

/// What the customer sent back has come in: all that is due back returns to the shelf, and is noted, so that it is neither kept
/// nor shelved again later. What nobody had decided about is a return from now on; what the customer keeps is still to be paid.
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be on its way back, and while it is being paid: nobody is charged for what is on our shelf.
pub async fn receive(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    if invoices::of_order(&mut tx, &order.id).await?.iter().any(InvoiceRow::is_being_paid) {
        return Err(StaffError::refused(format!(
            "Order {} is being paid: receive its return once that is settled.",
            order.code
        )));
    }
    let due = due_back(&mut tx, &order.id).await?;
    if order.status == Status::DeliveredToStylebox {
        if due.is_empty() {
            return Err(StaffError::refused(format!("Order {} has nothing that is still to come back.", order.code)));
        }
        transition::note(state, &mut tx, &mut order, actor, "More of the return is here").await?;
    } else {
        if order.status != Status::InTransitToStylebox {
            leaves_the_customer(state, &mut tx, &mut order, actor).await?;
        }
        let to = Status::DeliveredToStylebox;
        transition::step(state, &mut tx, &mut order, to, actor, "The return is here").await?;
    }
    for line in &due {
        items::receive(&mut tx, &line.id, state.clock.now()).await?;
    }
    stock::put_back(&mut tx, due).await?;
    Ok(tx.commit().await?)
}

/// The return is on its way: the step before [`receive`].
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be sent back.
pub async fn send_back(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    leaves_the_customer(state, &mut tx, &mut order, actor).await?;
    Ok(tx.commit().await?)
}

/// What comes back was with the customer: a delivery that nobody noted is noted now.
async fn leaves_the_customer(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
) -> StaffResult<()> {
    book(state, tx, order).await?;
    if order.delivery_date.is_none() {
        mark_delivered(state, order)?;
    }
    let to = Status::InTransitToStylebox;
    transition::step(state, tx, order, to, actor, "The return is on its way").await
}

/// Books the checkout, where that is still to be done.
async fn book(state: &AppState, tx: &mut CustomerTx, order: &mut OrderRow) -> StaffResult<()> {
    match after_checkout(&EditInput { status: order.status }) {
        Some(post) => transition::step(state, tx, order, post, Actor::System, "The checkout is booked").await,
        None => Ok(()),
    }
}

/// Closes the order: it is paid, and all that was due is back.
///
/// # Errors
/// [`StaffError::Refused`] if something is still to come back, to leave, or to be paid.
pub async fn complete(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    book(state, &mut tx, &mut order).await?;
    let left = left(&mut tx, &order).await?;
    let code = &order.code;
    let why = match unfinished(&left) {
        Some(Unfinished::Checkout) if !left.has_paid_invoice && !order.status.is_finished() => {
            Some(format!("Order {code} is {} and not checked out: what is kept of it is not paid.", order.status))
        }
        Some(Unfinished::Delivery) => Some(format!("Order {code} has not come to its customer yet: deliver it first.")),
        Some(Unfinished::Return) => Some(format!(
            "Order {code} still has {} of its items to come back: receive the return first.",
            left.due_back.get()
        )),
        Some(Unfinished::Exchange) => Some(format!("Order {code} still has an exchange to be sent: ship it first.")),
        // Where it stands, the order cannot be closed at all: the step says so.
        Some(Unfinished::Checkout) | None => None,
    };
    if let Some(why) = why {
        return Err(StaffError::refused(why));
    }
    transition::step(state, &mut tx, &mut order, Status::Completed, actor, "Done").await?;
    Ok(tx.commit().await?)
}

/// What of the order is still left to be done.
async fn left(tx: &mut Tx, order: &OrderRow) -> StaffResult<CompletionInput> {
    Ok(CompletionInput {
        status: order.status,
        delivered: order.delivery_date.is_some(),
        has_paid_invoice: has_paid(&invoices::of_order(tx, &order.id).await?),
        due_back: Count::of(due_back(tx, &order.id).await?.len()),
        exchanges_held: Count::of(exchanges::held(tx, &order.id).await?.len()),
    })
}

/// The items that are to come back.
async fn due_back(tx: &mut Tx, order_id: &str) -> StaffResult<Vec<LineItemRow>> {
    let mut lines = items::lines(tx, order_id).await?;
    lines.retain(LineItemRow::is_due_back);
    Ok(lines)
}

/// Books the checkouts that are through, and closes the orders that nothing is to come back of: what a job does. How many orders
/// went a step on.
///
/// # Errors
/// If the database fails.
pub async fn follow_up(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    for status in Status::ALL.iter().filter(|status| status.is_checked_out()) {
        let listed = orders::unfinished_in(&mut state.db.read().await?, *status).await?;
        for ListedOrder { id, code, .. } in listed {
            let has_moved = batch.record(&code, follow_up_on(state, &id).await).unwrap_or(false);
            batch.done += usize::from(has_moved);
        }
    }
    Ok(batch)
}

async fn follow_up_on(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    let before = order.status;
    book(state, &mut tx, &mut order).await?;
    if order.status.is_checked_out() && can_complete(&left(&mut tx, &order).await?) {
        transition::step(state, &mut tx, &mut order, Status::Completed, Actor::System, "Everything was kept").await?;
    }
    tx.commit().await?;
    Ok(order.status != before)
}

/// The step with which the order's customer sees something new; none where the shop has nothing to do. It is what the demo's
/// button and the simulator take.
///
/// # Errors
/// If the database fails.
pub async fn next(state: &AppState, order: &OrderRow) -> StaffResult<Option<Step>> {
    if !exchanges::held(&mut state.db.read().await?, &order.id).await?.is_empty() {
        return Ok(Some(Step::ShipExchange));
    }
    Ok(match order.status {
        Status::Created | Status::Styling => Some(Step::Style),
        Status::Styled if order.customer_pick_up => Some(Step::Ready),
        Status::Styled | Status::ReadyToShip => Some(Step::Ship),
        Status::ReadyForCustomerPickUp | Status::ReadyToPickUp | Status::InTransitToCustomer => Some(Step::Deliver),
        status if status.is_checked_out() && order.delivery_date.is_none() => Some(Step::Deliver),
        Status::CheckedOutByCustomer
        | Status::CheckedOutBySystem
        | Status::CheckedOutByAdmin
        | Status::PostCustomerCheckoutProcessing
        | Status::PostSystemCheckoutProcessing
        | Status::PostAdminCheckoutProcessing => {
            let is_whole = due_back(&mut state.db.read().await?, &order.id).await?.is_empty();
            Some(if is_whole { Step::Complete } else { Step::SendBack })
        }
        Status::InTransitToStylebox => Some(Step::Receive),
        Status::DeliveredToStylebox => {
            let left = left(&mut state.db.read().await?, order).await?;
            match unfinished(&left) {
                None => Some(Step::Complete),
                Some(Unfinished::Return) => Some(Step::Receive),
                Some(_) => None,
            }
        }
        Status::DeliveredToCustomer
        | Status::PaymentProcessing
        | Status::Completed
        | Status::Cancelled
        | Status::Fraud => None,
    })
}
