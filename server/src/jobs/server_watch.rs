//! What each server looks at once a minute: whether the database was moved, in which case the server ends; the clock; the outside parties;
//! and what only the database knows, for the metrics. It also notes that it is there: the command `copy` refuses to work while a server has
//! noted that in the last minutes.

use crate::jobs::attention::report;
use crate::jobs::{clock_watch, money_watch, party_watch, runner};
use crate::platform::{metrics, trace};
use crate::service::operation::readiness;
use crate::state::AppState;
use crate::store::mail::outbox::{self, Channel};
use crate::store::operation::shop_facts::JobsLookedAt;
use crate::store::{self, Db, Look};
use tokio::task::JoinSet;
use tracing::Instrument;

/// Looks once a minute while a server runs. A look that panics is logged, and the next one comes in its turn. Ends only if the database was
/// moved, with its new address: a server that `copy` has not seen, such as one that stood still, must not go on to work on the old one.
pub async fn run(state: AppState) -> String {
    let mut interval = tokio::time::interval(JobsLookedAt::EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let mut watch = JoinSet::new();
        watch.spawn(check_once(state.clone()));
        match watch.join_next().await {
            Some(Ok(Some(moved_to))) => return moved_to,
            Some(Err(error)) => tracing::error!(%error, "a look at the clock, the jobs and the parties panicked"),
            Some(Ok(None)) | None => {}
        }
    }
}

/// Looks once at the clock, the jobs and the parties. If the database was moved, only its new address is returned.
pub async fn check_once(state: AppState) -> Option<String> {
    // By a connection of its own: the pool makes none to a database that was moved.
    match Db::look(&state.settings.database_url).await {
        Ok(Look { moved_to: None, .. }) => {}
        Ok(look) => return look.moved_to,
        Err(error) => tracing::warn!(%error, "it cannot be looked whether the database was moved"),
    }
    // What needs no party comes first: a silent party takes its whole timeout.
    if let Err(error) = clock_watch::look(&state).await {
        tracing::warn!(%error, "it cannot be looked whether the clock ran back");
    }
    if let Err(error) = runner::note_look(&state).await {
        tracing::warn!(%error, "it cannot be noted that this server looks for jobs");
    }
    if let Err(error) = measure(&state).await {
        tracing::warn!(%error, "it cannot be counted what waits in the outbox");
    }
    party_watch::look(&state).instrument(trace::job("party_watch")).await;
    if state.settings.metrics_listen.is_some() {
        report::measure(&state).instrument(trace::job("attention")).await;
        money_watch::measure(&state).instrument(trace::job("money_watch")).await;
    }
    metrics::watched(state.clock.real_now());
    None
}

/// Measures what only the database knows, for the metrics: whether it takes writes, and how many messages wait.
///
/// # Errors
/// If it does not answer.
pub async fn measure(state: &AppState) -> store::Result<()> {
    readiness::is_ready(state).await;
    for &channel in Channel::ALL {
        let waiting = outbox::waiting(&mut state.db.read_single().await?, channel, state.clock.now()).await?;
        metrics::outbox_waiting(channel.as_str(), waiting);
    }
    Ok(())
}
