//! Running jobs: one server at a time runs each.
//!
//! A job's row says when it is due and who holds it. A server that finds it due takes a lease on it in one transaction, so that
//! no other runs it meanwhile. It renews the lease while it works, and releases it with what was done and when the job is due
//! again. The lease of a server that died expires, by the database's clock or, on SQLite, by the machine's.

use crate::jobs::{ALL, Job, clock_watch};
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::platform::{metrics, trace};
use crate::service::payment::carry_out;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::operation::jobs::{self, JobRow, LEASE};
use crate::store::operation::shop_facts::{self, JobsLookedAt};
use std::time::{Duration, Instant};
use stylebox_core::policy::limits;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing::Instrument;

/// How often a lease is renewed while the job runs.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(20);
/// How often the server looks which jobs are due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// A job that is this late is shown to staff.
const OVERDUE: Duration = Duration::from_secs(60 * limits::JOB_OVERDUE_MINUTES);
/// A run that takes this long is shown to staff.
const RUNS_LONG: Duration = Duration::from_secs(60 * limits::JOB_RUNS_LONG_MINUTES);
/// A run is cut off after this time, so that one which hangs ends.
const LONGEST_RUN: Duration = Duration::from_secs(60 * limits::JOB_LONGEST_RUN_MINUTES);

/// The jobs of this server.
#[derive(Debug)]
pub struct Jobs(JoinSet<()>);

impl Jobs {
    /// Stops all jobs immediately.
    pub fn stop(mut self) {
        self.0.abort_all();
    }
}

/// How a run went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    /// It succeeded. Holds what was done.
    Done(String),
    /// Some rows failed, and are tried again when the job is next due. Holds what was done and what failed.
    InPart(String),
    /// It failed, and is tried again when it is next due. Holds why.
    Failed(String),
    /// It is not due, or another server runs it.
    NotNow,
}

impl JobOutcome {
    /// A word for the metrics.
    const fn word(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::InPart(_) => "in_part",
            Self::Failed(_) => "failed",
            Self::NotNow => "not_now",
        }
    }
}

/// Starts this server's tasks that run each job when it is due.
#[must_use]
pub fn start(state: &AppState) -> Jobs {
    let mut tasks = JoinSet::new();
    for job in ALL.iter().filter(|job| (job.every)(&state.settings).is_some()) {
        tasks.spawn(repeat(state.clone(), *job));
    }
    // Payments that a crash has left are settled immediately, even if another server holds the job: the gateway charges once
    // for a key.
    let state = state.clone();
    tasks.spawn(async move {
        if let Err(error) = carry_out::resume_all(&state).await {
            tracing::error!(%error, "open payments cannot be resumed");
        }
    });
    Jobs(tasks)
}

async fn repeat(state: AppState, job: Job) {
    let mut interval = tokio::time::interval(POLL_INTERVAL);
    loop {
        interval.tick().await;
        // In a task of its own: a look that panics ends no other.
        let mut look = JoinSet::new();
        let of_look = state.clone();
        look.spawn(async move { run_if_due(&of_look, job).await });
        match look.join_next().await {
            Some(Ok(Err(error))) => {
                tracing::error!(job = job.name, %error, "it cannot be looked whether a job is due");
            }
            Some(Err(error)) => tracing::error!(job = job.name, %error, "a look whether a job is due panicked"),
            Some(Ok(Ok(_))) | None => {}
        }
    }
}

/// Notes that a server looks for jobs, so that staff see if none does any more.
///
/// # Errors
/// If the database fails.
pub async fn note_look(state: &AppState) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    let now = jobs::lease_time(&mut tx, state.clock.real_now()).await?;
    let before = shop_facts::jobs_looked_at(&mut tx).await?;
    // Another server may have looked a little later, by a clock that differs.
    let goes_on = before.filter(|before| now.since(before.last) < OVERDUE && before.since <= now);
    let since = goes_on.map_or(now, |before| before.since);
    shop_facts::set_jobs_looked_at(&mut tx, JobsLookedAt { since, last: now }, now).await?;
    Ok(tx.commit().await?)
}

/// The jobs that stand still, by name, each with what is wrong. Empty if no server has ever served on the database. If no server
/// looks for jobs any more, that is the only entry.
///
/// # Errors
/// If the database fails.
pub async fn stalled(state: &AppState) -> StaffResult<Vec<(String, String)>> {
    let lease_now = lease_time(state).await?;
    let looked_at = shop_facts::jobs_looked_at(&mut state.db.read_single().await?).await?;
    let now = state.clock.now();
    let mut found = Vec::new();
    if let Some(JobsLookedAt { last, .. }) = looked_at.filter(|seen| lease_now.since(seen.last) >= OVERDUE) {
        let since = last.in_words();
        found.push(("jobs".to_owned(), format!("no server has looked for them since {since}: start one")));
        return Ok(found);
    }
    let is_served = looked_at.is_some_and(|seen| lease_now.since(seen.since) >= OVERDUE);
    for (job, row) in list(state).await? {
        let Some(row) = row else { continue };
        if row.is_held(lease_now) {
            if let Some(started) = row.started_at.filter(|started| now.since(*started) >= RUNS_LONG) {
                let (since, longest) = (started.in_words(), limits::JOB_LONGEST_RUN_MINUTES);
                let why = format!(
                    "its run has not ended since {since}: after {longest} minutes it is cut off, and runs again"
                );
                found.push((format!("job {}", job.name), why));
            }
        } else if is_served && (job.every)(&state.settings).is_some() && now.since(row.due_at) >= OVERDUE {
            let why = format!("it was due {}, and no server runs it: start them again", row.due_at.in_words());
            found.push((format!("job {}", job.name), why));
        }
    }
    Ok(found)
}

/// Runs a job if it is due and no server runs it.
///
/// # Errors
/// If its row cannot be read or written.
pub async fn run_if_due(state: &AppState, job: Job) -> StaffResult<JobOutcome> {
    let now = state.clock.now();
    let row = jobs::by_name(&mut state.db.read_single().await?, job.name).await?;
    // Most looks end here: they write nothing.
    if let Some(row) = row {
        if !row.is_due(now, (job.every)(&state.settings)) {
            return Ok(JobOutcome::NotNow);
        }
        if row.is_held(lease_time(state).await?) {
            return Ok(JobOutcome::NotNow);
        }
    }
    run(state, job, false, LONGEST_RUN).await
}

/// Runs a job now, due or not, if no server runs it.
///
/// # Errors
/// If its row cannot be read or written.
pub async fn run_now(state: &AppState, job: Job) -> StaffResult<JobOutcome> {
    run(state, job, true, LONGEST_RUN).await
}

/// Runs a job now, as [`run_now`] does, and cuts it off after this time.
///
/// # Errors
/// If its row cannot be read or written.
pub async fn run_now_within(state: &AppState, job: Job, longest: Duration) -> StaffResult<JobOutcome> {
    run(state, job, true, longest).await
}

/// Runs the job in a task of its own, which ends with this call. If it panics or takes too long, the job has failed and runs again
/// later.
async fn work(state: &AppState, job: Job, longest: Duration) -> StaffResult<Batch<String>> {
    let state = state.clone();
    let mut task = JoinSet::new();
    task.spawn(trace::carried(async move { (job.work)(&state).await }));
    match timeout(longest, task.join_next()).await {
        Ok(Some(Ok(done))) => done,
        Ok(Some(Err(error))) => Err(StaffError::unexpected(error)),
        Ok(None) => Err(StaffError::unexpected("a job that never began")),
        Err(_) => Err(StaffError::unexpected("the run did not end in time, and was cut off")),
    }
}

async fn run(state: &AppState, job: Job, at_once: bool, longest: Duration) -> StaffResult<JobOutcome> {
    let holder = state.new_id();
    if !take(state, job, &holder, at_once).await? {
        return Ok(JobOutcome::NotNow);
    }
    let ran = run_held(state, job, &holder, longest).await;
    give_back(state, job, &holder, &ran).await?;
    Ok(ran)
}

/// Runs a job whose lease `holder` has, and renews that meanwhile.
async fn run_held(state: &AppState, job: Job, holder: &str, longest: Duration) -> JobOutcome {
    let (span, begun) = (trace::job(job.name), Instant::now());
    let done = async {
        tokio::select! {
            done = work(state, job, longest) => done,
            lost = keep(state, job, holder) => Err(lost),
        }
    };
    let ran = outcome(job, done.instrument(span.clone()).await);
    let word = ran.word();
    trace::record_outcome(&span, word);
    if matches!(ran, JobOutcome::Failed(_)) {
        trace::failed(&span, word);
    }
    metrics::job_ran(job.name, word, begun.elapsed());
    ran
}

/// How a run went, which is logged too.
fn outcome(job: Job, done: StaffResult<Batch<String>>) -> JobOutcome {
    match done {
        // What failed was logged with its row.
        Ok(batch) => match (batch.failures(), batch.done) {
            (Some(failures), summary) => JobOutcome::InPart(format!("{summary}; {failures}")),
            (None, summary) => {
                tracing::debug!(job = job.name, summary, "a job is done");
                JobOutcome::Done(summary)
            }
        },
        Err(error) => {
            tracing::error!(job = job.name, %error, "a job failed, and is tried again");
            JobOutcome::Failed(error.to_string())
        }
    }
}

/// The leases on jobs that run again and again. Between two runs nothing is written about them.
#[derive(Debug)]
pub struct Leases {
    holder: String,
    /// The jobs whose lease is taken, and how the last run of each went.
    taken: Vec<(Job, JobOutcome)>,
}

impl Leases {
    /// No leases yet.
    #[must_use]
    pub fn new(state: &AppState) -> Self {
        Self { holder: state.new_id(), taken: Vec::new() }
    }

    /// Runs a job now, if no server runs it.
    ///
    /// # Errors
    /// If its lease cannot be taken.
    pub async fn run_now(&mut self, state: &AppState, job: Job) -> StaffResult<JobOutcome> {
        let is_taken = self.taken.iter().any(|(taken, _)| taken.name == job.name);
        if !is_taken && !take(state, job, &self.holder, true).await? {
            return Ok(JobOutcome::NotNow);
        }
        let ran = run_held(state, job, &self.holder, LONGEST_RUN).await;
        self.taken.retain(|(taken, _)| taken.name != job.name);
        self.taken.push((job, ran.clone()));
        Ok(ran)
    }

    /// Renews the leases. One that was lost is taken again before the next run of its job.
    ///
    /// # Errors
    /// If a row cannot be written.
    pub async fn renew(&mut self, tx: &mut Tx, machine: Timestamp) -> StaffResult<()> {
        let until = jobs::lease_time(tx, machine).await?.plus(LEASE);
        let mut lost = Vec::new();
        for (job, _) in &self.taken {
            if !jobs::renew(tx, job.name, &self.holder, until).await? {
                lost.push(job.name);
            }
        }
        self.taken.retain(|(job, _)| !lost.contains(&job.name));
        Ok(())
    }

    /// Releases the leases, each with the outcome of its job's last run.
    ///
    /// # Errors
    /// If a row cannot be written.
    pub async fn give_back(self, state: &AppState) -> StaffResult<()> {
        for (job, ran) in &self.taken {
            give_back(state, *job, &self.holder, ran).await?;
        }
        Ok(())
    }
}

/// The time by which leases end.
pub async fn lease_time(state: &AppState) -> StaffResult<Timestamp> {
    Ok(jobs::lease_time(&mut state.db.read_single().await?, state.clock.real_now()).await?)
}

/// Takes the lease in one transaction, if the job is due and free. Returns whether it did.
async fn take(state: &AppState, job: Job, holder: &str, at_once: bool) -> StaffResult<bool> {
    let every = (job.every)(&state.settings);
    let wait = every.filter(|_| !job.at_start).unwrap_or_default();
    let mut tx = state.db.write().await?;
    let now = state.clock.now();
    let lease_now = jobs::lease_time(&mut tx, state.clock.real_now()).await?;
    jobs::add_unless_there(&mut tx, job.name, now.plus(wait)).await?;
    let before = jobs::by_name(&mut tx, job.name).await?;
    let taking = jobs::Taking { holder, now, lease_now, every, at_once };
    let is_ours = jobs::take(&mut tx, job.name, taking).await?;
    if let Some(before) = before.filter(|_| is_ours) {
        let due_at = before.due_at.instant();
        if every.is_some() && before.due_at > now && before.is_due(now, every) {
            let words = format!("the job {} was due at {due_at} only: it runs now", job.name);
            clock_watch::tell(state, &mut tx, &words).await?;
        }
        if let Some(until) = before.leased_until.filter(|_| before.is_leased_too_far(lease_now)) {
            let words = format!("the lease on the job {} lay until {}: it has ended", job.name, until.instant());
            clock_watch::tell(state, &mut tx, &words).await?;
        }
    }
    tx.commit().await?;
    Ok(is_ours)
}

/// Renews the lease while the job runs. Returns only if the lease was lost.
async fn keep(state: &AppState, job: Job, holder: &str) -> StaffError {
    loop {
        tokio::time::sleep(RENEWAL_INTERVAL).await;
        match renew(state, job, holder).await {
            Ok(true) => {}
            Ok(false) => return StaffError::unexpected("another server has taken the job over"),
            Err(error) => return error,
        }
    }
}

async fn renew(state: &AppState, job: Job, holder: &str) -> StaffResult<bool> {
    let mut tx = state.db.write().await?;
    let until = jobs::lease_time(&mut tx, state.clock.real_now()).await?.plus(LEASE);
    let is_ours = jobs::renew(&mut tx, job.name, holder, until).await?;
    tx.commit().await?;
    Ok(is_ours)
}

async fn give_back(state: &AppState, job: Job, holder: &str, ran: &JobOutcome) -> StaffResult<()> {
    let now = state.clock.now();
    let (outcome, failed) = match ran {
        JobOutcome::Done(summary) => (summary.as_str(), false),
        JobOutcome::InPart(why) | JobOutcome::Failed(why) => (why.as_str(), true),
        JobOutcome::NotNow => return Ok(()),
    };
    let due_at = now.plus((job.every)(&state.settings).unwrap_or_default());
    let mut tx = state.db.write().await?;
    jobs::give_back(&mut tx, job.name, holder, &jobs::Finished { at: now, due_at, outcome, failed }).await?;
    Ok(tx.commit().await?)
}

/// All jobs with their rows; none for one that never ran.
pub async fn list(state: &AppState) -> StaffResult<Vec<(Job, Option<JobRow>)>> {
    let mut tx = state.db.read().await?;
    let mut list = Vec::new();
    for job in ALL {
        list.push((*job, jobs::by_name(&mut tx, job.name).await?));
    }
    Ok(list)
}
