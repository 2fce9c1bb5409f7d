//! The demo's clock: `ops clock +DAYS` moves it ahead, and the jobs run as if these days had passed.
//!
//! The database has how far it is ahead, for all programs on it. The days pass in steps, so that what follows a job some days
//! later (a box that is ordered a week after its notice) happens on its day and not all at once.

use crate::fulfilment::demo;
use crate::jobs::runner::{JobOutcome, Leases};
use crate::jobs::{ALL, Job};
use crate::platform::clock::{Timestamp, day_in_words};
use crate::platform::error::{StaffError, StaffResult};
use crate::state::AppState;
use crate::store::operation::shop_facts;
use std::time::Duration;

/// How often a running server reads whether the clock was moved.
const READ_INTERVAL: Duration = Duration::from_secs(1);
/// How much time passes between two runs of the jobs while the clock moves.
const STEP: Duration = Duration::from_secs(6 * 60 * 60);
const STEPS_A_DAY: u32 = 4;
/// The jobs that go on with what the others began. They run more often than these, so they also run after them.
const FOLLOW_UPS: [&str; 3] = ["payments", "outbox", "texts"];
/// How long to wait before looking again at a job that a server runs, and how often to look.
const WAIT: Duration = Duration::from_millis(100);
const WAITS: u32 = 600;

/// Keeps the clock of a running server where the database says. Does not end.
pub async fn keep_following(state: AppState) {
    let mut interval = tokio::time::interval(READ_INTERVAL);
    loop {
        interval.tick().await;
        if let Err(error) = follow(&state).await {
            tracing::error!(%error, "it cannot be read whether the clock was moved");
        }
    }
}

/// Sets the clock of this program to what the database says. Returns how far it is ahead.
///
/// # Errors
/// If it cannot be read.
pub async fn follow(state: &AppState) -> StaffResult<Duration> {
    let ahead = shop_facts::clock_ahead(&mut state.db.read_single().await?).await?;
    state.clock.set_ahead(ahead);
    Ok(ahead)
}

/// Checks that real customers are not served at a time that the demo's clock made up, nor beside the demo's customers, whose passwords
/// everybody knows.
///
/// # Errors
/// Outside demo mode, if the clock of the database was moved, or it has the demo's customers.
pub async fn check_for_serving(state: &AppState) -> StaffResult<()> {
    if state.settings.is_demo() {
        return Ok(());
    }
    if demo::has_customers(&mut state.db.read().await?).await? {
        return Err(StaffError::refused(
            "This database has the demonstration's customers, whose passwords everybody knows: start with --demo, or name another database.",
        ));
    }
    if follow(state).await?.is_zero() {
        return Ok(());
    }
    Err(StaffError::refused(
        "The clock of this database was moved ahead for a demonstration: start with --demo, or name another database.",
    ))
}

/// Moves the clock ahead by so many days and runs the jobs meanwhile. Returns what went wrong, a sentence each.
///
/// # Errors
/// Outside demo mode, or on a database that is not the demo's.
pub async fn move_ahead(state: &AppState, days: u32) -> StaffResult<Vec<String>> {
    if !state.settings.is_demo() {
        return Err(StaffError::refused("Only the demo's clock can be moved: add --demo."));
    }
    if !demo::is_ready(&mut state.db.read().await?).await? {
        return Err(StaffError::refused(
            "This is not the demo's database, so its clock stays: start a server with --demo on a new one.",
        ));
    }
    // A year has some 20,000 runs, most of which do nothing: their leases are not written each time.
    let mut leases = Leases::new(state);
    let moved = steps(state, &mut leases, days.saturating_mul(STEPS_A_DAY)).await;
    leases.give_back(state).await?;
    moved
}

async fn steps(state: &AppState, leases: &mut Leases, count: u32) -> StaffResult<Vec<String>> {
    let mut wrong = Vec::new();
    for _ in 0..count {
        step(state, leases).await?;
        let follow_ups = FOLLOW_UPS.into_iter().filter_map(super::find);
        for job in ALL.iter().copied().chain(follow_ups).filter(|job| (job.every)(&state.settings).is_some()) {
            let outcome = run(state, leases, job).await?;
            wrong.extend(sentence(state.clock.now(), job, outcome));
        }
    }
    Ok(wrong)
}

/// Moves the clock a step ahead, for every program on the database.
async fn step(state: &AppState, leases: &mut Leases) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    let ahead = shop_facts::clock_ahead(&mut tx).await?.saturating_add(STEP);
    let now = state.clock.now();
    shop_facts::set_clock_ahead(&mut tx, ahead, now).await?;
    leases.renew(&mut tx, state.clock.real_now()).await?;
    tx.commit().await?;
    state.clock.set_ahead(ahead);
    Ok(())
}

/// Runs a job, as soon as no server runs it.
async fn run(state: &AppState, leases: &mut Leases, job: Job) -> StaffResult<JobOutcome> {
    for _ in 0..WAITS {
        let outcome = leases.run_now(state, job).await?;
        if outcome != JobOutcome::NotNow {
            return Ok(outcome);
        }
        tokio::time::sleep(WAIT).await;
    }
    Ok(JobOutcome::NotNow)
}

fn sentence(now: Timestamp, job: Job, outcome: JobOutcome) -> Option<String> {
    let why = match outcome {
        JobOutcome::Done(_) => return None,
        JobOutcome::InPart(why) | JobOutcome::Failed(why) => why,
        JobOutcome::NotNow => "it is running at a server".to_owned(),
    };
    Some(format!("{}, job {}: {why}", day_in_words(now.today()), job.name))
}
