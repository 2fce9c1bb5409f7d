//! Charges whose money is reserved: core's `order.authorised` says whether it is taken, held for the shop, or let go.

use crate::platform::error::{AppResult, StaffError};
use crate::providers::payment::Authorisation;
use crate::service::payment::screening;
use crate::state::AppState;
use crate::store::payment::payment_attempts::AttemptRow;
use std::time::Duration;
use stylebox_core::order::{AuthorisedInput, AuthorisedNext, FraudVerdict, RiskLevel, RiskReview, authorised};

/// How often the gateway is asked about a held charge of which it has told nothing itself.
const HELD_ASKED_EVERY: Duration = Duration::from_secs(60 * 60);

/// What becomes of the money that is reserved for an attempt.
///
/// # Errors
/// If the database fails.
pub async fn next(state: &AppState, attempt: &AttemptRow, reserved: &Authorisation) -> AppResult<AuthorisedNext> {
    Ok(authorised(&AuthorisedInput {
        risk: reserved.risk,
        review: reserved.review,
        cleared: is_cleared(state, attempt).await?,
        called_off: attempt.called_off_at.is_some(),
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
    let waits = is_asked && attempt.called_off_at.is_none() && now < screening::let_go_at(until);
    Ok(!waits || is_cleared(state, attempt).await?)
}

async fn is_cleared(state: &AppState, attempt: &AttemptRow) -> AppResult<bool> {
    let verdict = screening::verdict_on(&mut state.db.read().await?, attempt).await;
    Ok(verdict.map_err(StaffError::into_mistake)? == Some(FraudVerdict::Cleared))
}

/// Why a charge is held, for staff.
#[must_use]
pub fn why_held(reserved: &Authorisation) -> String {
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
