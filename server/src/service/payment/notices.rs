//! Disputes, and refunds that failed after they were made: staff see them, and act at the gateway.
//!
//! They come by webhook, and by a job that lists them, so that none is missed.

use crate::platform::batch::Batch;
use crate::platform::error::{StaffError, StaffResult};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::notice::{Notice, Notices};
use crate::service::payment::gateway::in_time;
use crate::state::AppState;
use crate::store::payment::gateway_notices::{self, Kind, NoticeRow};
use crate::store::payment::payment_attempts;
use crate::values::hint::{NoticeKind, NoticeRef};

/// Asks the gateway for a notice, and stores it.
///
/// # Errors
/// If the gateway does not answer.
pub async fn look(state: &AppState, about: &NoticeRef) -> StaffResult<()> {
    let answer = in_time(state, state.providers.payment.notice(about)).await;
    match answer.map_err(|NoAnswer| StaffError::unexpected(NoAnswer))? {
        Some(notice) => store(state, &notice).await.map(drop),
        None => Ok(()),
    }
}

/// Asks the gateway for its notices of the last months, and stores them. Returns how many are new.
pub async fn look_all(state: &AppState) -> StaffResult<Batch<usize>> {
    let Notices { found, unread } = state.providers.payment.notices().await;
    let mut batch = Batch::from(0);
    for list in unread {
        batch.record::<()>(&format!("the gateway's list of {list}"), Err(NoAnswer));
    }
    for notice in found {
        let stored = batch.record(&format!("notice {}", notice.about.reference), store(state, &notice).await);
        batch.done += usize::from(stored == Some(true));
    }
    Ok(batch)
}

/// Stores what the gateway says now. Returns whether it is new. One about a charge of another program is ignored, and what staff
/// have closed stays closed unless the gateway says something else of it.
async fn store(state: &AppState, notice: &Notice) -> StaffResult<bool> {
    let now = state.clock.now();
    let kind = match notice.about.kind {
        NoticeKind::Dispute => Kind::Dispute,
        NoticeKind::FailedRefund => Kind::FailedRefund,
    };
    let mut tx = state.db.write().await?;
    let Some(attempt) = payment_attempts::by_charge(&mut tx, &notice.charge_id).await? else { return Ok(false) };
    let known = gateway_notices::by_reference(&mut tx, kind, &notice.about.reference).await?;
    let is_new = known.is_none();
    let says_the_same = known.as_ref().is_some_and(|known| known.status == notice.status);
    let closed_at = known.as_ref().and_then(|known| known.closed_at);
    let row = NoticeRow {
        id: known.as_ref().map_or_else(|| state.new_id(), |known| known.id.clone()),
        kind,
        reference: notice.about.reference.clone(),
        attempt_id: attempt.id,
        amount: notice.amount,
        currency: notice.currency.clone(),
        created_at: known.as_ref().map_or(now, |known| known.created_at),
        status: notice.status.clone(),
        reason: notice.reason.clone(),
        answer_by: notice.answer_by,
        updated_at: now,
        over_at: notice.is_over.then_some(now),
        closed_at: if says_the_same { closed_at } else { notice.is_closed.then_some(now) },
    };
    if is_new {
        row.insert(&mut tx).await?
    } else {
        row.update(&mut tx).await?
    }
    tx.commit().await?;
    Ok(is_new)
}

/// Closes a notice that staff have dealt with.
///
/// # Errors
/// [`StaffError::Refused`] if there is none.
pub async fn close(state: &AppState, id: &str) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    let gone = || StaffError::refused("There is no such notice. \"ops attention\" shows those that are open.");
    let mut row = gateway_notices::by_id(&mut tx, id).await?.ok_or_else(gone)?;
    if row.closed_at.is_some() {
        return Err(gone());
    }
    row.closed_at = Some(state.clock.now());
    row.update(&mut tx).await?;
    Ok(tx.commit().await?)
}
