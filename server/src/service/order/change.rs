//! What a customer changes about orders: decisions, a review, more days.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::customer;
use crate::service::mail::{self, order};
use crate::service::order::read::{has_paid, owned};
use crate::service::order::{place, theme_boxes, transition};
use crate::service::payment::{attempts, carry_out};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::{items, stock};
use std::collections::BTreeSet;
use stylebox_core::checkout::decision::{self, BoxDecisions, ChoicesInput, ItemDecision, StoredDecision};
use stylebox_core::checkout::line_item;
use stylebox_core::checkout::review::Review;
use stylebox_core::checkout::try_on_days::{ExtensionInput, extension};
use stylebox_core::messages::refusals;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::OrderWish;
use stylebox_core::order::{Actor, DecideInput, can_decide};
use stylebox_core::screens::dashboard::{TileAction, TileInput, TileOrder, tile};

/// A decision about one item.
#[derive(Debug, Clone)]
pub struct Decision {
    pub(crate) id: String,
    /// True to keep or exchange it; `None` undoes the decision.
    pub(crate) claimed_kept: Option<bool>,
    pub(crate) exchange_size: Option<String>,
    /// The customer's feedback about the item.
    pub(crate) customer_feedback: String,
}

/// The changes of one call.
#[derive(Debug)]
pub struct Change {
    /// Changes of the order itself, before styling begins.
    pub wish: OrderWish,
    pub decisions: Option<Vec<Decision>>,
    /// The customer's review of the box.
    pub review: Review,
}

/// Changes an order: everything that is asked for, or nothing.
///
/// # Errors
/// If the order is not the customer's; those of [`place::edit`] and [`decide`].
pub async fn change(state: &AppState, customer_id: &str, id: &str, change: Change) -> AppResult<()> {
    let Change { wish, decisions, review } = change;
    let is_edited = !wish.is_empty();
    let themes = if is_edited { theme_boxes::current(state).await } else { Vec::new() };
    if is_edited && attempts::charge_to_call_off(&mut state.db.read().await?, id).await?.is_some() {
        try_edit(state, customer_id, id, wish.clone(), &themes).await?;
        // What is not confirmed or held is asked for again, for the order as it is then.
        carry_out::call_off_charge(state, id).await?;
    }
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    if is_edited {
        let order = owned(&mut tx, customer_id, id).await?;
        place::edit(state, &mut tx, (order, customer), wish, &themes).await?;
    }
    if let Some(decisions) = decisions {
        let order = owned(&mut tx, customer_id, id).await?;
        decide(state, &mut tx, order, decisions).await?;
    }
    if review.text.is_some() || review.rating.is_some() {
        let order = owned(&mut tx, customer_id, id).await?;
        keep_review(state, &mut tx, order, review).await?;
    }
    Ok(tx.commit().await?)
}

/// Refuses what a change of an order would be refused for, and changes nothing.
async fn try_edit(
    state: &AppState,
    customer_id: &str,
    id: &str,
    wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<()> {
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let order = owned(&mut tx, customer_id, id).await?;
    // Never committed.
    place::edit_uncharged(state, &mut tx, (order, customer), wish, themes).await
}

/// Writes decisions about items of a box.
///
/// # Errors
/// If decisions cannot be made now, an item is not in the order, or a size is not in stock.
async fn decide(state: &AppState, tx: &mut CustomerTx, mut order: OrderRow, decisions: Vec<Decision>) -> AppResult<()> {
    let there = invoices::of_order(tx, &order.id).await?;
    let is_being_paid = there.iter().any(InvoiceRow::is_being_paid);
    if !can_decide(&DecideInput { status: order.status, has_paid_invoice: has_paid(&there), is_being_paid }) {
        return Err(Refusal::OrderNotDecidable.into());
    }
    check(&decisions, order.customer_pick_up)?;
    let mut lines = items::lines(tx, &order.id).await?;
    let free = if decisions.iter().any(|decided| decided.exchange_size.is_some()) {
        stock::free_sizes(tx, &lines.iter().map(|line| line.product_id.as_str()).collect()).await?
    } else {
        Vec::new()
    };
    let mut changed = Vec::with_capacity(decisions.len());
    for decided in decisions {
        let place = lines.iter().position(|line| line.id == decided.id).ok_or(Refusal::NotFound)?;
        let mut line = lines.swap_remove(place);
        let exchange_size = decided.exchange_size.filter(|_| decided.claimed_kept == Some(true));
        let (received, written_off) = (line.received_at.is_some(), line.written_off);
        let stored = StoredDecision { claimed_kept: decided.claimed_kept, exchange_size: exchange_size.clone() };
        let choices = decision::choices(&ChoicesInput {
            customer_pick_up: order.customer_pick_up,
            received: Some(received),
            written_off,
        });
        // An item that is received or written off is a return, and cannot become undecided: nobody is to be charged for it unasked.
        let is_settled = received || written_off.is_some();
        if !decision::from_line_item(&stored).map_or(!is_settled, |action| choices.contains(&action)) {
            let why = match written_off {
                Some(why) if !received => line_item::written_off(&line.description, why),
                _ => refusals::not_kept(&line.description),
            };
            return Err(AppError::refused(Refusal::DecisionsInvalid, why));
        }
        // Also one that was chosen before: it may have sold out since, and the checkout would refuse it.
        if let Some(size) = exchange_size.as_ref() {
            let is_free = free.iter().any(|(product, free)| *product == line.product_id && free == size);
            if *size == line.size || !is_free {
                return Err(Refusal::ExchangeSizeUnavailable.into());
            }
        }
        line.claimed_kept = decided.claimed_kept;
        line.exchange_size = exchange_size;
        line.customer_feedback = Some(decided.customer_feedback).filter(|text| !text.trim().is_empty());
        changed.push(line);
    }
    items::write_decisions(tx, &changed).await?;
    transition::note(state, tx, &mut order, Actor::Customer, "Decided about the items").await
}

/// Checks that each item occurs once, and each decision by core's rule.
fn check(decisions: &[Decision], customer_pick_up: bool) -> AppResult<()> {
    let doubled = (1..).zip(decisions).any(|(next, one)| decisions.iter().skip(next).any(|other| other.id == one.id));
    if doubled {
        return Err(Refusal::DecidedTwice.into());
    }
    let typed = decisions.iter().filter_map(|decided| {
        let Decision { id, claimed_kept, exchange_size, .. } = decided.clone();
        let stored = StoredDecision { claimed_kept, exchange_size: exchange_size.clone() };
        let action = decision::from_line_item(&stored)?;
        Some(ItemDecision { id, action, exchange_size, reasons: Vec::new(), note: String::new() })
    });
    let decided = BoxDecisions { decisions: typed.collect(), customer_pick_up };
    decision::line_items_attributes(&decided).map_err(|_| Refusal::DecisionsInvalid)?;
    Ok(())
}

/// Stores the customer's review of a box.
async fn keep_review(state: &AppState, tx: &mut CustomerTx, mut order: OrderRow, review: Review) -> AppResult<()> {
    let Review { text, rating } = review;
    order.order_review = text.or(order.order_review);
    order.review_rating = rating.or(order.review_rating);
    transition::note(state, tx, &mut order, Actor::Customer, "Reviewed").await
}

/// Extends the day to check out by, once, if the dashboard's tile offers it.
///
/// # Errors
/// [`Refusal::CheckoutNotExtendable`] if it is not offered.
pub async fn extend(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let mut order = owned(&mut tx, customer_id, id).await?;
    let now = state.clock.now().instant();
    let (checkout_by_date, extended) = (order.checkout_by_date, order.extended);
    let seen = TileOrder {
        status: order.status,
        customer_pick_up: order.customer_pick_up,
        tracking_code: order.tracking_code.clone(),
        checkout_by_date,
        extended,
        has_paid_invoice: has_paid(&invoices::of_order(&mut tx, id).await?),
        payment_problem: None,
        nothing_came_back: None,
        delay: None,
    };
    let seen = TileInput { order: Some(seen), now, is_closing: None };
    let tile = tile(&seen, &state.data.terms).map_err(AppError::unexpected)?;
    if !tile.actions.contains(&TileAction::Extend) {
        return Err(Refusal::CheckoutNotExtendable.into());
    }
    let input = ExtensionInput { checkout_by_date, extended, now };
    let more = extension(&input, &state.data.terms).map_err(AppError::unexpected)?;
    order.checkout_by_date = Some(more.new_date);
    order.extended = true;
    transition::note(state, &mut tx, &mut order, Actor::Customer, "Extended the checkout").await?;
    let page = state.settings.public_url.page_link("/checkout/stylist-note");
    mail::queue(state, &mut tx, order::extended(&customer, &order, more.new_date, &page)).await?;
    Ok(tx.commit().await?)
}

/// The free sizes that an item of the customer can be exchanged for, in the order of the catalogue.
///
/// # Errors
/// [`Refusal::NotFound`] if the item is not in one of the customer's boxes.
pub async fn exchange_sizes(state: &AppState, customer_id: &str, line_item_id: &str) -> AppResult<Vec<String>> {
    let mut tx = state.db.read().await?;
    let line = items::line_of_customer(&mut tx, customer_id, line_item_id).await?.ok_or(Refusal::NotFound)?;
    let order = owned(&mut tx, customer_id, &line.order_id).await?;
    if order.customer_pick_up {
        return Ok(Vec::new());
    }
    let free = stock::free_sizes(&mut tx, &BTreeSet::from([line.product_id.as_str()])).await?;
    let made = state.data.catalogue.find(&line.product_id).map(|garment| garment.sizes.iter()).into_iter().flatten();
    let others =
        made.map(|size| &size.size).filter(|size| **size != line.size && free.iter().any(|(_, free)| free == *size));
    Ok(others.cloned().collect())
}
