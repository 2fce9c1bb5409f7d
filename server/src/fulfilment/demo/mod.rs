//! Demo mode: three customers to try the service with, and a simulator that moves their boxes on.

mod customers;
mod history;

// The module of these is private: outside of this one, they have no other path.
pub use customers::{CUSTOMERS, DemoCustomer};

use crate::fulfilment::steps;
use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::checkout::vouchers;
use crate::service::order::transition;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::access::server_keys;
use crate::store::account::customers as rows;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::{self, ListedOrder};
use crate::store::{self, Tx};
use customers::{enrolled, ordered};
use stylebox_core::card::entry::CardEntryKind;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::OrderWish;
use stylebox_core::order::{Actor, Status};
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;

/// The number and balance of the demo gift card.
const GIFT_CARD: (&str, Money) = ("6035 7100 2026 0050", Money::from_dollars(50));

/// The names of the keys that mark the first two customers as ready, and the third one's history.
const SEEDED: &str = "demo_customers";
const HISTORY: &str = "demo_history";

/// The demo customers. There are none if cards are typed into a gateway's own fields: their cards come from the sandbox alone.
#[must_use]
pub fn demo_customers(state: &AppState) -> &'static [DemoCustomer] {
    match state.providers.payment.card_entry() {
        CardEntryKind::Typed => &CUSTOMERS,
        CardEntryKind::PaymentMethod => &[],
    }
}

/// Makes the demo customers, once. An interrupted start continues where it stopped. A database with other customers is left alone.
///
/// # Errors
/// If the starting data does not suffice for a box.
pub async fn seed(state: &AppState) -> StaffResult<()> {
    if demo_customers(state).is_empty() {
        return Ok(());
    }
    let [ann, dana, maya] = CUSTOMERS;
    let mut tx = state.db.read().await?;
    let has_others = rows::any_exists(&mut tx).await? && rows::by_email(&mut tx, ann.email).await?.is_none();
    let (has_two, has_all) = (is_ready(&mut tx).await?, server_keys::get(&mut tx, HISTORY).await?.is_some());
    drop(tx);
    if !state.settings.is_demo() || has_others {
        return Ok(());
    }
    if !has_two {
        enrolled(state, ann, None).await?;
        let customer = enrolled(state, dana, None).await?;
        deliver_a_box(state, dana, &customer).await?;
        add_gift_card(state).await?;
        mark(state, SEEDED).await?;
    }
    if !has_all {
        history::make(state, maya).await?;
        mark(state, HISTORY).await?;
        tracing::info!("the demo customers are ready");
    }
    Ok(())
}

/// Marks a part of the demo as ready.
async fn mark(state: &AppState, part: &str) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    server_keys::get_or_add(&mut tx, part, "ready", state.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Whether the database is the demo's: the demo customers are ready, and no others were there before them.
pub async fn is_ready(tx: &mut Tx) -> store::Result<bool> {
    Ok(server_keys::get(tx, SEEDED).await?.is_some())
}

/// Whether the database has any of the demo's customers, also of a start that was interrupted.
pub async fn has_customers(tx: &mut Tx) -> store::Result<bool> {
    if is_ready(tx).await? {
        return Ok(true);
    }
    for who in CUSTOMERS {
        if rows::by_email(tx, who.email).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Orders a box, and takes it to its delivery.
async fn deliver_a_box(state: &AppState, who: DemoCustomer, customer: &CustomerRow) -> StaffResult<()> {
    let gone = || StaffError::unexpected("the demo's box was not ordered");
    let newest = orders::newest_of_customer(&mut state.db.read().await?, &customer.id).await?;
    let id = match newest {
        Some(order) => order.id,
        None => ordered(state, who, customer, Type::Every30Days, OrderWish::default()).await?,
    };
    loop {
        let mut tx = state.db.read().await?;
        let order = orders::by_id(&mut tx, &id).await?.ok_or_else(gone)?;
        drop(tx);
        match steps::next(state, &order).await? {
            Some(step) if order.delivery_date.is_none() => steps::take(state, &id, step, Actor::Ops).await?,
            _ => return Ok(()),
        }
    }
}

async fn add_gift_card(state: &AppState) -> StaffResult<()> {
    let (number, balance) = GIFT_CARD;
    let mut tx = state.db.write().await?;
    if vouchers::find_gift_card(&state.keys, &mut tx, number).await?.is_some() {
        return Ok(());
    }
    vouchers::new_gift_card(state, number, balance).insert(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// Moves the customer's current order on by a step, as stylists and carriers would. Returns the order's id.
///
/// # Errors
/// If there is none, or the next step is the customer's.
pub async fn advance(state: &AppState, customer_id: &str) -> AppResult<String> {
    let mut tx = state.db.read().await?;
    let unfinished = orders::unfinished_of_customer(&mut tx, customer_id).await?;
    drop(tx);
    let order = unfinished.ok_or_else(|| AppError::refused(Refusal::NotNow, "You have no box under way."))?;
    let step = steps::next(state, &order).await.map_err(shown)?;
    let step = step
        .ok_or_else(|| AppError::refused(Refusal::NotNow, "It is your turn: decide about your box and check out."))?;
    steps::take(state, &order.id, step, Actor::Ops).await.map_err(shown)?;
    Ok(order.id)
}

/// In demo mode the customer plays staff too, so they read staff's messages.
fn shown(error: StaffError) -> AppError {
    match error {
        StaffError::Refused(why) => AppError::refused(Refusal::NotNow, why),
        StaffError::Unexpected(error) => AppError::Unexpected(error),
    }
}

/// Moves every order on by a step, for the simulator.
pub async fn move_all(state: &AppState) -> StaffResult<Batch<()>> {
    let mut tx = state.db.read().await?;
    let unfinished = orders::unfinished(&mut tx).await?;
    drop(tx);
    let mut batch = Batch::default();
    for ListedOrder { id, code, .. } in unfinished {
        match move_on(state, &id).await {
            Err(StaffError::Refused(text)) => {
                tracing::info!(order = code, reason = %text, "the order stays where it is");
            }
            moved => {
                batch.record(&code, moved);
            }
        }
    }
    Ok(batch)
}

async fn move_on(state: &AppState, order_id: &str) -> StaffResult<()> {
    let order = transition::load(&mut state.db.read().await?, order_id).await?;
    let Some(step) = steps::next(state, &order).await? else { return Ok(()) };
    // The customer was notified; the fee is tried again in a day.
    if order.status == Status::Created && styling_fee::newest_has_failed(state, &order.id).await? {
        return Ok(());
    }
    steps::take(state, &order.id, step, Actor::System).await
}
