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
use stylebox_core::business_time::Date;
use stylebox_core::order::{Actor, CheckOutInput, Status, can_check_out};
use stylebox_core::policy;
use stylebox_core::try_on::system_checkout_is_due;

/// Where the box is that the system checks out: with the customer, or back without a checkout.
const CHECKED_OUT_FROM: [Status; 2] = [Status::DeliveredToCustomer, Status::DeliveredToStylebox];

/// Why the system leaves an order alone whose time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Waits {
    /// There is no card to charge.
    #[error("there is no card on file")]
    NoCard,
    /// The customer did not agree to it.
    #[error("the customer has not agreed to an automatic checkout")]
    NoConsent,
    /// A reminder did not leave in time.
    #[error("not every reminder was sent in time")]
    NotReminded,
    /// The card was declined, and it is not yet time to try again.
    #[error("the card was declined, and is tried again")]
    TriedLater,
    /// The card was declined as often as it is tried.
    #[error("the card was declined too often")]
    Declined,
}

impl Waits {
    /// Whether somebody has to see to it: it does not end by itself.
    #[must_use]
    pub const fn needs_somebody(self) -> bool {
        !matches!(self, Self::TriedLater)
    }
}

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
    for (order, waits) in due(state).await? {
        let outcome = match waits {
            Ok(None) => check_out(state, &order.id, Actor::System).await,
            Ok(Some(_)) => {
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
pub async fn due(state: &AppState) -> AppResult<Vec<(OrderRow, AppResult<Option<Waits>>)>> {
    let mut list = Vec::new();
    for status in CHECKED_OUT_FROM {
        let there = orders::in_status(&mut state.db.read().await?, status).await?;
        for order in there {
            match whether_due(state, &order).await {
                Ok(None) => {}
                Ok(Some(waits)) => list.push((order, Ok(waits))),
                Err(error) => list.push((order, Err(error))),
            }
        }
    }
    Ok(list)
}

/// What an order waits for, where its time has come and it is neither paid nor being paid.
async fn whether_due(state: &AppState, order: &OrderRow) -> AppResult<Option<Option<Waits>>> {
    let Some(by) = day_that_is_over(state, order)? else { return Ok(None) };
    let mut tx = state.db.read().await?;
    let invoices = store::invoices::of_order(&mut tx, &order.id).await?;
    if has_paid(&invoices) || invoices.iter().any(InvoiceRow::is_being_paid) {
        return Ok(None);
    }
    Ok(Some(waits_for(state, &mut tx, order, by).await?))
}

/// The day to check out by, where the system's hour has come.
fn day_that_is_over(state: &AppState, order: &OrderRow) -> AppResult<Option<Date>> {
    let Some(by) = order.checkout_by_date()? else { return Ok(None) };
    let is_due = system_checkout_is_due(by, state.clock.now().instant()).map_err(AppError::unexpected)?;
    Ok(is_due.then_some(by))
}

async fn waits_for(state: &AppState, tx: &mut Tx, order: &OrderRow, by: Date) -> AppResult<Option<Waits>> {
    let is_back = order.status == Status::DeliveredToStylebox;
    if is_back && boxes::lines(tx, &order.id).await?.iter().all(|line| line.claimed_kept == Some(false)) {
        return Ok(None);
    }
    let Some(card) = cards::current(tx, &order.customer_id).await? else { return Ok(Some(Waits::NoCard)) };
    if card.consent_version.is_none() || card.consent_at.is_none() {
        return Ok(Some(Waits::NoConsent));
    }
    if !reminders::were_sent(tx, order, by).await? {
        return Ok(Some(Waits::NotReminded));
    }
    let attempts = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?;
    let is_ours = |attempt: &&AttemptRow| {
        attempt.status == AttemptStatus::Declined && attempt.card_id == card.id && attempt.created_at.today() > by
    };
    let declined: Vec<&AttemptRow> = attempts.iter().filter(is_ours).collect();
    let is_fresh =
        declined.first().is_some_and(|newest| state.clock.now().since(newest.created_at) < payments::TRIED_AGAIN_AFTER);
    Ok(match declined.len() {
        tries if tries >= policy::SYSTEM_CHECKOUT_TRIES => Some(Waits::Declined),
        _ if is_fresh => Some(Waits::TriedLater),
        _ => None,
    })
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
    let not_now =
        |why: &dyn std::fmt::Display| NOT_NOW.saying(format!("Order {} is not checked out: {why}.", order.code));
    let there = store::invoices::of_order(&mut tx, order_id).await?;
    let may = can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: has_paid(&there) });
    let is_open = there.iter().all(|invoice| invoice.status == InvoiceStatus::Open);
    if !may || !is_open || !CHECKED_OUT_FROM.contains(&order.status) {
        return Err(not_now(&format!("it is {}", order.status)));
    }
    let Some(by) = day_that_is_over(state, &order)? else {
        return Err(not_now(&"its day to check out by is not over"));
    };
    match waits_for(state, &mut tx, &order, by).await? {
        Some(Waits::NotReminded | Waits::TriedLater | Waits::Declined) if actor == Actor::Ops => {}
        Some(waits) => return Err(not_now(&waits)),
        None => {}
    }
    let row = invoices::newest_or_new(state, &mut tx, &order).await?;
    let lines = decided(state, &mut tx, &mut order, actor).await?;
    let invoice = invoices::worked_out_for(state, &mut tx, row, lines).await?;
    let attempt = set_in_motion(state, &mut tx, &mut order, invoice, actor).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// The decisions: those of the customer, and what is not decided kept. Another size that has sold out meanwhile is a return.
async fn decided(state: &AppState, tx: &mut Tx, order: &mut OrderRow, actor: Actor) -> AppResult<Vec<LineItemRow>> {
    let mut lines = boxes::lines(tx, &order.id).await?;
    for line in &mut lines {
        let Some(size) = line.exchange_size.clone().filter(|_| line.claimed_kept == Some(true)) else {
            line.claimed_kept = line.claimed_kept.or(Some(true));
            continue;
        };
        if !stock::free_sizes(tx, &line.product_id).await?.contains(&size) {
            (line.claimed_kept, line.exchange_size) = (Some(false), None);
            boxes::decide(tx, line).await?;
            let why = format!("{} is sold out in size {size}: it goes back instead", line.description);
            order_log::note(state, tx, order, actor, &why).await?;
        }
    }
    Ok(lines)
}
