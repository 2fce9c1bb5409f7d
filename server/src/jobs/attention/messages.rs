//! Messages, events and reviews that do not get through.

use crate::jobs::attention::waiting::Waiting;
use crate::platform::error::StaffResult;
use crate::state::AppState;
use crate::store::checkout::refused_reviews::{self, RefusedRow};
use crate::store::mail::outbox::{self, Channel};
use crate::store::mail::undelivered::{self, UndeliveredRow};
use std::collections::BTreeSet;
use stylebox_core::policy::limits;

/// What waits in the outbox and was tried several times.
pub async fn stuck(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let mut tx = state.db.read().await?;
    Ok(stuck_lines(outbox::stuck(&mut tx, limits::STUCK_AFTER_TRIES).await?))
}

/// A line for each message, and one each for all analytics events and all reviews: they fail together.
fn stuck_lines(stuck: Vec<outbox::StuckRow>) -> Vec<Waiting> {
    let (events, stuck): (Vec<_>, Vec<_>) = stuck.into_iter().partition(|row| row.channel == Channel::Analytics);
    let (reviews, messages): (Vec<_>, Vec<_>) = stuck.into_iter().partition(|row| row.channel == Channel::Review);
    let line = |row: outbox::StuckRow| {
        let why = format!("to {}: tried {} times, {}", row.recipient, row.attempts, row.last_error);
        let remedy = if row.channel == Channel::Email {
            format!(" (\"ops message give-up {}\" if it will never be taken)", row.id)
        } else {
            String::new()
        };
        Waiting::new(row.kind, why + &remedy)
    };
    let mut lines: Vec<Waiting> = messages.into_iter().map(line).collect();
    if let Some(oldest) = events.first() {
        lines.push(Waiting::new("analytics", format!("{} events are not sent: {}", events.len(), oldest.last_error)));
    }
    if let Some(oldest) = reviews.first() {
        lines.push(Waiting::new("reviews", format!("{} reviews are not sent: {}", reviews.len(), oldest.last_error)));
    }
    lines
}

/// A line for each customer whom emails do not reach: how many emails, their kinds, and why the last one did not arrive.
pub async fn undelivered(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let rows = undelivered::to_see(&mut state.db.read().await?, state.clock.now()).await?;
    let line = |rows: &[UndeliveredRow]| {
        let last = rows.last()?;
        let kinds: BTreeSet<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        let (number, email, why, kinds) = (rows.len(), &last.email, &last.last_error, kinds.join(", "));
        let to = if last.recipient == *email { String::new() } else { format!(" to {}", last.recipient) };
        Some(Waiting::new(
            email.as_str(),
            format!(
                "{number} emails did not arrive ({kinds}), the last{to} on {}: {why} (\"ops customer clear-bounces {email}\" if the \
                 address is right)",
                last.failed_at.today()
            ),
        ))
    };
    Ok(rows.chunk_by(|one, other| one.email == other.email).filter_map(line).collect())
}

/// The reviews that the reviews service refused.
pub async fn refused_reviews(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let refused = refused_reviews::to_see(&mut state.db.read().await?, state.clock.now()).await?;
    let line = |RefusedRow { code, failed_at, last_error }| {
        let why = format!(
            "the reviews service refused its review on {}: {last_error} (\"ops review noted {code}\")",
            failed_at.today()
        );
        Waiting::new(code, why)
    };
    Ok(refused.into_iter().map(line).collect())
}
