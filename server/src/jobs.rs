//! What the service does by itself, again and again.

use crate::fulfilment::demo;
use crate::http::error::AppResult;
use crate::service::{payments, styling_fee};
use crate::state::AppState;
use crate::store::housekeeping;
use std::time::Duration;
use tokio::task::JoinSet;

/// How often what has run its time is cleared out.
const HOUSEKEEPING: Duration = Duration::from_secs(10 * 60);
/// How often it is looked whether a declined fee is to be tried again.
const FEES: Duration = Duration::from_secs(15 * 60);

/// The jobs that are running.
#[derive(Debug)]
pub struct Jobs(JoinSet<()>);

impl Jobs {
    /// Stops them where they stand. Each is made to be stopped anywhere: what counts is in the database.
    pub fn stop(mut self) {
        self.0.abort_all();
    }
}

/// Starts all jobs.
#[must_use]
pub fn start(state: &AppState) -> Jobs {
    let mut jobs = JoinSet::new();
    jobs.spawn(keep_house(state.clone()));
    jobs.spawn(settle_payments(state.clone()));
    jobs.spawn(retry_fees(state.clone()));
    let seconds = state.settings.simulator_seconds;
    if state.settings.demo && seconds > 0 {
        jobs.spawn(simulate(state.clone(), Duration::from_secs(seconds.into())));
    }
    Jobs(jobs)
}

/// Clears out what has run its time.
async fn keep_house(state: AppState) {
    let mut times = tokio::time::interval(HOUSEKEEPING);
    loop {
        times.tick().await;
        log("housekeeping", sweep(&state).await);
    }
}

async fn sweep(state: &AppState) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    let rows = housekeeping::sweep(&mut tx, state.clock.now()).await?;
    tx.commit().await?;
    tracing::debug!(rows, "cleared out");
    Ok(())
}

/// Takes up the payments that the gateway has not answered: those that a crash has left at once, then again and again.
async fn settle_payments(state: AppState) {
    log("taking up payments", payments::resume_all(&state).await);
    let mut times = tokio::time::interval(Duration::from_secs(state.settings.payment_retry_seconds.into()));
    loop {
        times.tick().await;
        log("taking up payments", payments::resume_open(&state).await);
    }
}

/// Tries declined styling fees again, a day later.
async fn retry_fees(state: AppState) {
    let mut times = tokio::time::interval(FEES);
    loop {
        times.tick().await;
        log("trying fees again", styling_fee::retry_declined(&state).await);
    }
}

/// Moves every box a step on.
async fn simulate(state: AppState, every: Duration) {
    let mut times = tokio::time::interval(every);
    // The first tick comes at once: whoever has just ordered sees the order first.
    times.tick().await;
    loop {
        times.tick().await;
        log("simulating", demo::move_all(&state).await);
    }
}

fn log<T>(job: &str, done: AppResult<T>) {
    if let Err(error) = done {
        tracing::error!(job, %error, "a job failed, and is tried again");
    }
}
