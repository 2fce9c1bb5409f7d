//! When each job is due, who runs it, and how it went last.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

row! {
    /// A job.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct JobRow {
        pub(crate) name: String,
        pub(crate) due_at: Timestamp,
        /// Who ran it last; holds it only until the lease ends.
        pub(crate) holder: Option<String>,
        /// Until when the holder has it.
        pub leased_until: Option<Timestamp>,
        pub(crate) started_at: Option<Timestamp>,
        pub(crate) finished_at: Option<Timestamp>,
        /// What the last run did, or what went wrong.
        pub(crate) outcome: Option<String>,
        /// Whether something went wrong in the last run.
        pub(crate) failed: bool,
    }
}

impl JobRow {
    /// Whether a server runs it.
    #[must_use]
    pub fn is_held(&self, now: Timestamp) -> bool {
        self.leased_until.is_some_and(|until| until > now)
    }
}

/// The job of that name; `None` before it first runs.
pub async fn by_name(tx: &mut Tx, name: &str) -> Result<Option<JobRow>> {
    fetch_optional!(
        tx,
        JobRow,
        "SELECT name, due_at, holder, leased_until, started_at, finished_at, outcome, failed FROM jobs WHERE name = $1",
        name
    )
}

/// Adds a job that never ran. An existing one stays as it is.
pub async fn add_unless_there(tx: &mut Tx, name: &str, due_at: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO jobs (name, due_at, failed) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
        name,
        due_at,
        false
    )?;
    Ok(())
}

/// Takes the lease on a job that no server runs, if the job is due or is to run `at_once`. Returns whether it did.
pub async fn take(
    tx: &mut Tx,
    name: &str,
    holder: &str,
    now: Timestamp,
    until: Timestamp,
    at_once: bool,
) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE jobs SET holder = $2, leased_until = $4, started_at = $3
         WHERE name = $1 AND (leased_until IS NULL OR leased_until <= $3) AND (due_at <= $3 OR $5)",
        name,
        holder,
        now,
        until,
        at_once
    )?;
    Ok(taken == 1)
}

/// Renews the lease on a job. Returns false if another server has it.
pub async fn renew(tx: &mut Tx, name: &str, holder: &str, until: Timestamp) -> Result<bool> {
    let renewed =
        execute!(tx, "UPDATE jobs SET leased_until = $3 WHERE name = $1 AND holder = $2", name, holder, until)?;
    Ok(renewed == 1)
}

/// How a run ended.
#[derive(Debug, Clone, Copy)]
pub struct Finished<'a> {
    pub(crate) at: Timestamp,
    pub(crate) due_at: Timestamp,
    pub(crate) outcome: &'a str,
    pub(crate) failed: bool,
}

/// Releases a job with the outcome of the run. Does nothing if another server has taken the job over.
pub async fn give_back(tx: &mut Tx, name: &str, holder: &str, finished: &Finished<'_>) -> Result<()> {
    execute!(
        tx,
        "UPDATE jobs SET holder = NULL, leased_until = NULL, finished_at = $3, due_at = $4, outcome = $5, failed = $6
         WHERE name = $1 AND holder = $2",
        name,
        holder,
        finished.at,
        finished.due_at,
        finished.outcome,
        finished.failed
    )?;
    Ok(())
}
