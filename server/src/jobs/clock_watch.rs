//! A clock that was ahead and runs back must stop nothing. Each server checks for this at its start and every minute. It tells
//! staff, and pulls back the times that were written meanwhile.

use crate::platform::clock::CLOCKS_DIFFER;
use crate::platform::error::StaffResult;
use crate::platform::metrics;
use crate::service::payment::gateway_list;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::operation::times_ahead;
use crate::store::operation::{readiness, shop_facts};

/// Notes the time, and pulls back what lies too far ahead of it.
///
/// # Errors
/// If the database fails.
pub async fn look(state: &AppState) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    let now = state.clock.now();
    let latest = readiness::latest(&mut tx).await?;
    let ran_back_from = (latest > now.plus(CLOCKS_DIFFER)).then_some(latest);
    if ran_back_from.is_some() {
        let seconds = latest.since(now).as_secs();
        metrics::clock_ran_back();
        tell(state, &mut tx, &format!("the clock ran back by {seconds} seconds, from {}", latest.instant())).await?;
    }
    if latest != now {
        readiness::set_latest(&mut tx, now).await?;
    }
    let mut found = times_ahead::pull_back(&mut tx, now, ran_back_from).await?;
    found.push(("readings of the gateway's list", u64::from(gateway_list::pull_back(state, &mut tx).await?)));
    found.retain(|(_, rows)| *rows > 0);
    if !found.is_empty() {
        let found: Vec<String> = found.into_iter().map(|(what, rows)| format!("{rows} {what}")).collect();
        let words = format!("these lay further ahead than they can, and were pulled back: {}", found.join(", "));
        tell(state, &mut tx, &words).await?;
    }
    Ok(tx.commit().await?)
}

/// Tells staff of trouble that a clock or a dead server caused.
///
/// # Errors
/// If the database fails.
pub async fn tell(state: &AppState, tx: &mut Tx, words: &str) -> StaffResult<()> {
    tracing::error!("{words}");
    Ok(shop_facts::add_clock_trouble(tx, words, state.clock.now()).await?)
}
