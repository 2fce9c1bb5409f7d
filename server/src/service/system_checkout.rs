//! Checking out for a customer who has not: by the system at noon of the day after the day to check out by, or by staff.
//!
//! The system does so only where the customer has agreed to it and every reminder really left; else the order waits, and
//! `ops attention` shows it. What was decided stands; what was not is kept. From the frozen invoice on it is the same as the
//! customer's own [`checkout`](super::checkout).
//!
//! A box that was sent back without a checkout is waited for. Once it is in, what came back is a return, and what was decided
//! to be kept is charged; where that is nothing, there is nothing to wait for.

use super::checkout::set_in_motion;
use super::order_log::{self, NOT_NOW};
use super::orders::has_paid;
use super::round::Round;
use super::{invoices, payments, reminders};
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::boxes::{self, LineItemRow};
use crate::store::invoices::{InvoiceRow, InvoiceStatus};
use crate::store::orders::{self, OrderRow};
use crate::store::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{self, Tx, cards, stock};
use stylebox_core::decision::{Action, LeftDecision, StoredDecision, at_system_checkout};
use stylebox_core::input::Count;
use stylebox_core::order::{Actor, CheckOutInput, can_check_out};
use stylebox_core::try_on::{CHECKED_OUT_FROM, SystemCheckout, SystemCheckoutInput, system_checkout};

/// What a run came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Run {
    /// So many orders were checked out, or are being paid.
    pub checked_out: usize,
    /// So many wait.
    pub waiting: usize,
}

/// Checks out every order whose time has come and that nothing stands in the way of.
///
/// # Errors
/// Where the database fails.
pub async fn run_due(state: &AppState) -> AppResult<Round<Run>> {
    let mut round = Round::<Run>::default();
    for (order, answer) in due(state).await? {
        let outcome = match answer {
            Ok(SystemCheckout::Due) => match check_out(state, &order.id, Actor::System).await {
                Err(AppError::Refused { refusal: NOT_NOW, text }) => {
                    tracing::info!(order = order.code, reason = %text, "something came before the checkout");
                    continue;
                }
                outcome => outcome,
            },
            Ok(_) => {
                round.done.waiting += 1;
                continue;
            }
            Err(error) => Err(error),
        };
        match round.tried(&order.code, outcome) {
            Some(AttemptStatus::Declined) => round.done.waiting += 1,
            Some(_) => round.done.checked_out += 1,
            None => {}
        }
    }
    Ok(round)
}

/// The orders whose time has come, the oldest first, and what each waits for, or why that cannot be said.
///
/// # Errors
/// Where the database fails.
pub async fn due(state: &AppState) -> AppResult<Vec<(OrderRow, AppResult<SystemCheckout>)>> {
    let mut list = Vec::new();
    for status in CHECKED_OUT_FROM {
        let there = orders::in_status(&mut state.db.read().await?, status).await?;
        for order in there {
            // Each in a transaction of its own: PostgreSQL goes on with none in which something failed.
            let answer = answer(state, &mut state.db.read().await?, &order, Actor::System).await;
            if !matches!(answer, Ok(SystemCheckout::NotDue)) {
                list.push((order, answer));
            }
        }
    }
    Ok(list)
}

/// What core says of an order: whether it is checked out now, and what it waits for.
async fn answer(state: &AppState, tx: &mut Tx, order: &OrderRow, actor: Actor) -> AppResult<SystemCheckout> {
    let checkout_by_date = order.checkout_by_date()?;
    let invoices = store::invoices::of_order(tx, &order.id).await?;
    let kept = boxes::lines(tx, &order.id).await?.iter().filter(|line| line.claimed_kept != Some(false)).count();
    let card = cards::current(tx, &order.customer_id).await?;
    let attempts = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?;
    let is_declined = |attempt: &&AttemptRow| {
        attempt.status == AttemptStatus::Declined && card.as_ref().is_some_and(|card| card.id == attempt.card_id)
    };
    system_checkout(&SystemCheckoutInput {
        status: order.status,
        paid: invoices.iter().any(|invoice| invoice.status != InvoiceStatus::Open),
        checkout_by_date,
        customer_pick_up: order.customer_pick_up,
        kept: Count::of(kept),
        has_card: card.is_some(),
        has_agreed: card.as_ref().is_some_and(|card| card.consent_version.is_some() && card.consent_at.is_some()),
        reminders: reminders::of_order(tx, order).await?,
        declined_at: attempts.iter().filter(is_declined).map(|attempt| attempt.created_at.instant()).collect(),
        by_staff: actor == Actor::Ops,
        now: state.clock.now().instant(),
    })
    .map_err(AppError::unexpected)
}

/// Checks an order out for its customer, and says how the payment went. Staff need not wait for the reminders, but for the day
/// to be over and the customer to have agreed.
///
/// # Errors
/// [`NOT_NOW`] with the reason.
pub async fn check_out(state: &AppState, order_id: &str, actor: Actor) -> AppResult<AttemptStatus> {
    match begin(state, order_id, actor).await? {
        Some(attempt) => Ok(payments::carry_out(state, &attempt.id).await?.status),
        None => Ok(AttemptStatus::Succeeded),
    }
}

/// One transaction: freezes the invoice with what was not decided as kept, and stores the attempt; none where nothing is due.
async fn begin(state: &AppState, order_id: &str, actor: Actor) -> AppResult<Option<AttemptRow>> {
    let mut tx = state.db.write().await?;
    let (mut order, _) = order_log::locked(&mut tx, order_id).await?;
    let not_now = |why: &str| NOT_NOW.saying(format!("Order {} is not checked out: {why}.", order.code));
    let there = store::invoices::of_order(&mut tx, order_id).await?;
    let may = can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: has_paid(&there) });
    if !may || there.iter().any(InvoiceRow::is_being_paid) || !CHECKED_OUT_FROM.contains(&order.status) {
        return Err(not_now(&format!("it is {}", order.status)));
    }
    match answer(state, &mut tx, &order, actor).await? {
        SystemCheckout::Due => {}
        waits => return Err(not_now(waits.words())),
    }
    let row = invoices::newest_or_new(state, &mut tx, &order).await?;
    let lines = decided(state, &mut tx, &mut order, actor).await?;
    let invoice = invoices::worked_out_for(state, &mut tx, row, lines).await?;
    let attempt = set_in_motion(state, &mut tx, &mut order, invoice, actor).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// The decisions, as core leaves or makes them. An exchange that becomes a return is written down; what is only kept is not.
async fn decided(state: &AppState, tx: &mut Tx, order: &mut OrderRow, actor: Actor) -> AppResult<Vec<LineItemRow>> {
    let mut lines = boxes::lines(tx, &order.id).await?;
    for line in &mut lines {
        let decision = StoredDecision { claimed_kept: line.claimed_kept, exchange_size: line.exchange_size.clone() };
        let was_kept = line.claimed_kept == Some(true);
        let sizes = stock::free_sizes(tx, &line.product_id).await?;
        let action = at_system_checkout(&LeftDecision { decision, sizes });
        line.claimed_kept = Some(action.counts());
        if let Some(size) = line.exchange_size.take_if(|_| was_kept && action == Action::Return) {
            boxes::decide(tx, line).await?;
            let why = format!("{} is sold out in size {size}: it goes back instead", line.description);
            order_log::note(state, tx, order, actor, &why).await?;
        }
    }
    Ok(lines)
}
