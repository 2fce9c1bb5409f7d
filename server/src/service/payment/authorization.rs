//! Charges whose money is reserved: core's `order.authorised` says whether it is taken, held for the shop, or released.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::providers::payment::charge::Authorization;
use crate::service::order::transition;
use crate::service::payment::screening;
use crate::state::AppState;
use crate::store::card::cards;
use crate::store::order::orders::OrderRow;
use crate::store::payment::fraud_holds::{self, HoldRow};
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::{CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::payment::authorization::{AuthorizedInput, AuthorizedNext, RiskLevel, RiskReview, next_step};
use stylebox_core::payment::screening::FraudVerdict;

/// How often the gateway is asked about a held charge if it sends no notice of it.
const HELD_ASKED_EVERY: Duration = Duration::from_secs(60 * 60);

/// What to do with the money that is reserved for an attempt.
///
/// # Errors
/// If the database fails.
pub async fn next(state: &AppState, attempt: &AttemptRow, reserved: &Authorization) -> AppResult<AuthorizedNext> {
    Ok(next_step(&AuthorizedInput {
        risk: reserved.risk,
        review: reserved.review,
        cleared: is_cleared(state, attempt).await?,
        called_off: is_unwanted(state, attempt).await?,
        // What was said first counts: in demo mode our clock may have been moved since.
        reserved_until: attempt.reserved_until.unwrap_or(reserved.until).instant(),
        now: state.clock.now().instant(),
    }))
}

/// Whether an open attempt is to be asked about. One that is held waits for the shop, for days.
///
/// # Errors
/// If the database fails.
pub async fn is_due(state: &AppState, attempt: &AttemptRow) -> AppResult<bool> {
    let Some(until) = attempt.reserved_until else { return Ok(true) };
    let now = state.clock.now();
    let is_asked = attempt.asked_at.is_some_and(|asked| now.since(asked) < HELD_ASKED_EVERY);
    let waits = is_asked && now < screening::released_at(until) && !is_unwanted(state, attempt).await?;
    Ok(!waits || is_cleared(state, attempt).await?)
}

/// Whether the time of a held attempt is over before anybody cleared it. Its money is released then, also if the gateway cannot say
/// what it holds.
///
/// # Errors
/// If the database fails.
pub async fn is_over(state: &AppState, attempt: &AttemptRow) -> AppResult<bool> {
    let Some(until) = attempt.reserved_until else { return Ok(false) };
    Ok(state.clock.now() >= screening::released_at(until) && !is_cleared(state, attempt).await?)
}

/// Whether a reserved charge is not to be taken any more: it was called off, or it is held on a card that is not on file any more.
async fn is_unwanted(state: &AppState, attempt: &AttemptRow) -> AppResult<bool> {
    if attempt.called_off_at.is_some() || !attempt.is_held() {
        return Ok(attempt.called_off_at.is_some());
    }
    let card = cards::current(&mut state.db.read_single().await?, &attempt.customer_id).await?;
    Ok(card.is_none_or(|card| card.id != attempt.card_id))
}

async fn is_cleared(state: &AppState, attempt: &AttemptRow) -> AppResult<bool> {
    let verdict = verdict_on_charge(&mut state.db.read().await?, attempt).await;
    Ok(verdict.map_err(StaffError::into_mistake)? == Some(FraudVerdict::Cleared))
}

/// Why a charge is held, for staff.
#[must_use]
pub fn why_held(reserved: &Authorization) -> String {
    let risk = match reserved.risk {
        RiskLevel::Normal => "the gateway sees a normal risk",
        RiskLevel::Elevated => "the gateway sees an elevated risk",
        RiskLevel::Highest => "the gateway sees the highest risk",
        RiskLevel::NotAssessed | RiskLevel::Unknown => "the gateway cannot say what the risk is",
    };
    let score = reserved.score.map(|score| format!(" (score {score})")).unwrap_or_default();
    let review = match reserved.review {
        Some(RiskReview::Open) => ", and the charge is in review there",
        Some(RiskReview::Closed) => ", and its review there was closed without approval",
        Some(RiskReview::Approved) | None => "",
    };
    format!("{risk}{score}{review}")
}

/// The order of an attempt, and what a verdict about its charge is kept under: the card, and where the order goes.
struct ChargedOrder {
    order: OrderRow,
    fingerprint: String,
}

async fn verdict_on_charge(tx: &mut Tx, attempt: &AttemptRow) -> StaffResult<Option<FraudVerdict>> {
    ChargedOrder::of(tx, attempt).await?.verdict(tx).await
}

impl ChargedOrder {
    async fn of(tx: &mut Tx, attempt: &AttemptRow) -> StaffResult<Self> {
        let order = transition::load(tx, &attempt.order_id).await?;
        let place = screening::place(tx, &order).await?;
        let fingerprint = screening::charge_fingerprint(&attempt.card_id, place.as_ref())?;
        Ok(Self { order, fingerprint })
    }

    /// The verdict about the charge; `None` if it was never held.
    async fn verdict(&self, tx: &mut Tx) -> StaffResult<Option<FraudVerdict>> {
        let hold = fraud_holds::of_order(tx, &self.order.id).await?.filter(|hold| hold.looked_at == self.fingerprint);
        Ok(hold.as_ref().map(HoldRow::verdict))
    }
}

/// Holds an order whose charge the gateway doubts, while its money is reserved. A verdict about the charge stays as it is.
pub async fn hold_authorized(
    state: &AppState,
    tx: &mut CustomerTx,
    attempt: &AttemptRow,
    why: &str,
) -> StaffResult<()> {
    let mut charged = ChargedOrder::of(tx, attempt).await?;
    if charged.verdict(tx).await?.is_some() {
        return Ok(());
    }
    let ChargedOrder { order, fingerprint } = &mut charged;
    tracing::warn!(order = order.code, why, "the fraud check holds an order whose charge is authorized");
    fraud_holds::add(tx, &order.id, why, fingerprint, state.clock.now()).await?;
    let event = format!("Held by the fraud check: {why}");
    transition::note(state, tx, order, Actor::System, &event).await?;
    Ok(())
}

/// The money of a held charge was taken. If the shop has decided that at the gateway, the hold is cleared here too.
pub async fn note_capture(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> StaffResult<()> {
    let mut charged = ChargedOrder::of(tx, attempt).await?;
    if charged.verdict(tx).await? == Some(FraudVerdict::Doubted) {
        let ChargedOrder { order, fingerprint } = &mut charged;
        fraud_holds::clear(tx, &order.id, fingerprint, state.clock.now()).await?;
        transition::note(state, tx, order, Actor::Ops, "Cleared by the shop at the gateway").await?;
    }
    Ok(())
}
