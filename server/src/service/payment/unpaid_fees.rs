//! Styling fees that were declined: tried again, ended, or given up with their orders.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::mail::{self, declined};
use crate::service::order::{cancel, transition};
use crate::service::payment::{gateway, restored_money, retries, styling_fee};
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::{cards, declined_cards};
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use crate::store::payment::{declines, ended_charges};
use std::collections::BTreeSet;
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy;

/// What became of the unpaid fees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Run {
    /// How many are paid now.
    pub paid: usize,
    /// How many orders are cancelled, because no other card came.
    pub cancelled: usize,
}

/// Works through the orders whose fee was declined, or whose card on file was declined for good.
pub async fn run(state: &AppState) -> StaffResult<Batch<Run>> {
    let found = declined(&mut state.db.read().await?).await?;
    let mut batch = Batch::<Run>::default();
    let mut at_gateway = state.breakers().begin_part(gateway::PARTY, state.clock.now());
    for order in found {
        let step = next_step(state, &mut state.db.read().await?, &order).await;
        let outcome = match step {
            // While the gateway rests nothing is charged; what needs no gateway goes on.
            Ok(Step::Charge) => {
                let charging = styling_fee::charge(state, &order, Actor::System);
                let Some(charged) = at_gateway.ask(&*state.clock, charging).await else { continue };
                charged.map(|()| Step::Charge)
            }
            Ok(Step::Wait) => Ok(Step::Wait),
            Ok(Step::End) => end(state, &order).await.map(|()| Step::End),
            Ok(Step::Cancel) => cancel_unpaid(state, &order).await.map(|()| Step::Cancel),
            Err(error) => Err(error.into()),
        };
        match outcome {
            Err(StaffError::Refused(text)) => tracing::info!(order, reason = %text, "a fee is still not paid"),
            outcome => match batch.record(&format!("the fee of order {order}"), outcome) {
                Some(Step::Charge) => batch.done.paid += 1,
                Some(Step::Cancel) => batch.done.cancelled += 1,
                Some(Step::End | Step::Wait) | None => {}
            },
        }
    }
    if let Some((left_out, rest)) = at_gateway.left_out() {
        batch.record::<()>(&format!("{left_out} fees that are due"), Err(rest));
    }
    Ok(batch)
}

/// The orders whose fee was declined, or whose card on file was declined for good.
async fn declined(tx: &mut Tx) -> AppResult<BTreeSet<String>> {
    let mut found: BTreeSet<String> =
        declines::all_declined(tx, Purpose::StylingFee, Status::Created).await?.into_iter().collect();
    found.extend(declined_cards::created_orders(tx).await?);
    Ok(found)
}

/// How many fees were declined and are not paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpaid {
    /// Those that are tried again.
    pub another_try: usize,
    /// Those that wait for another card.
    pub another_card: usize,
}

/// Counts the unpaid fees.
///
/// # Errors
/// If the database fails.
pub async fn count(tx: &mut Tx) -> AppResult<Unpaid> {
    let ended = ended_charges::waiting_fees(tx).await?;
    let mut another_try = declined(tx).await?;
    for (order, ..) in &ended {
        another_try.remove(order);
    }
    Ok(Unpaid { another_try: another_try.len(), another_card: ended.len() })
}

/// What is to be done about an unpaid fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Nothing yet.
    Wait,
    /// The card is charged.
    Charge,
    /// The card is not tried again: the customer is told that the order waits for another one.
    End,
    /// No other card came in time: the order is cancelled.
    Cancel,
}

async fn next_step(state: &AppState, tx: &mut Tx, order_id: &str) -> AppResult<Step> {
    let now = state.clock.now();
    let order = transition::load(tx, order_id).await?;
    let attempts = payment_attempts::of_order(tx, order_id, Purpose::StylingFee).await?;
    if order.status != Status::Created || attempts.iter().any(AttemptRow::is_open) {
        return Ok(Step::Wait);
    }
    // It may have been paid after a backup that was restored.
    if restored_money::why_not_called_off(state, tx, order_id).await?.is_some() {
        return Ok(Step::Wait);
    }
    let Some(card) = cards::current(tx, &order.customer_id).await? else { return Ok(Step::Wait) };
    let declines = retries::of_charge(tx, order_id, Purpose::StylingFee, &card).await?;
    let retry = declines.map(|declines| declines.retry);
    if retry.is_some_and(|retry| retry.is_final) || declined_cards::is_declined(tx, &card).await? {
        return Ok(match retries::ended_at(tx, order_id, Purpose::StylingFee).await? {
            None => Step::End,
            Some(ended_at) if now.today() > retries::other_card_by(ended_at)? => Step::Cancel,
            Some(_) => Step::Wait,
        });
    }
    // What was called off is asked for again the next day.
    let called_off = attempts.first().filter(|newest| !newest.was_declined());
    let day_after = |newest: &AttemptRow| newest.ended_at().today().plus_days(1).map_err(AppError::unexpected);
    let days = [retry.and_then(|retry| retry.next_try), called_off.map(day_after).transpose()?];
    let due_at = days.into_iter().flatten().max().map(|day| Timestamp::at_hour(day, policy::FEE_RETRY_HOUR));
    Ok(if due_at.is_none_or(|due_at| due_at <= now) { Step::Charge } else { Step::Wait })
}

/// Stores that the card is not tried again, and tells the customer.
async fn end(state: &AppState, order_id: &str) -> StaffResult<()> {
    let (mut tx, placed, customer) = transition::locked(state, order_id).await?;
    if next_step(state, &mut tx, order_id).await? != Step::End {
        return Ok(());
    }
    let Some(card) = cards::current(&mut tx, &customer.id).await? else { return Ok(()) };
    let declines = retries::of_charge(&mut tx, order_id, Purpose::StylingFee, &card).await?;
    let newest = declines.as_ref().and_then(retries::Declines::newest);
    let why = newest.and_then(|newest| newest.decline_reason.as_ref());
    let fee = newest
        .map_or_else(|| plan::styling_fee(&customer, state.clock.now(), &state.data.terms), |newest| newest.amount);
    if retries::end(state, &mut tx, order_id, Purpose::StylingFee, &card, why).await? {
        let by = retries::other_card_by(state.clock.now())?;
        let page = state.settings.public_url.page_link("/change/payment");
        let email = declined::fee_ended(&customer, &placed, fee, &card, why, by, &page);
        mail::queue(state, &mut tx, email).await?;
    }
    Ok(tx.commit().await?)
}

/// Cancels an order for which no other card came.
async fn cancel_unpaid(state: &AppState, order_id: &str) -> StaffResult<()> {
    let (mut tx, order, customer) = transition::locked(state, order_id).await?;
    if next_step(state, &mut tx, order_id).await? != Step::Cancel {
        return Ok(());
    }
    cancel::unpaid_in(state, &mut tx, order, &customer).await?;
    Ok(tx.commit().await?)
}

/// The orders whose fee waits for another card: the code, and the last day on which it can come. For staff.
pub async fn waiting(state: &AppState) -> StaffResult<Vec<(String, String)>> {
    let waiting = ended_charges::waiting_fees(&mut state.db.read().await?).await?;
    let row = |(_, code, ended_at): (String, String, Timestamp)| {
        let by = retries::other_card_by(ended_at)?;
        let why = format!(
            "its styling fee was declined for good on {}: it waits for another card until {by}, and is canceled then",
            ended_at.today()
        );
        Ok((code, why))
    };
    waiting.into_iter().map(row).collect::<AppResult<_>>().map_err(StaffError::from)
}
