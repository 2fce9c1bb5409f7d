//! When each job is due, who runs it, and how it went last.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// A job.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct JobRow {
    /// What it is called.
    pub name: String,
    /// When it is to run next.
    pub due_at: Timestamp,
    /// Who runs it; what is left of a server that died, where the lease has ended.
    pub holder: Option<String>,
    /// Until when nobody else does.
    pub leased_until: Option<Timestamp>,
    /// When it last began.
    pub started_at: Option<Timestamp>,
    /// When it last ended.
    pub finished_at: Option<Timestamp>,
    /// What was done then, or what went wrong.
    pub outcome: Option<String>,
    /// Whether something went wrong then.
    pub failed: bool,
}

impl JobRow {
    /// Whether somebody runs it.
    #[must_use]
    pub fn is_held(&self, now: Timestamp) -> bool {
        self.leased_until.is_some_and(|until| until > now)
    }
}

/// The job of that name; none before it first runs.
pub async fn by_name(tx: &mut Tx, name: &str) -> Result<Option<JobRow>> {
    fetch_optional!(
        tx,
        JobRow,
        "SELECT name, due_at, holder, leased_until, started_at, finished_at, outcome, failed FROM jobs WHERE name = $1",
        name
    )
}

/// Adds a job that was never run; one that is there stays as it is.
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

/// Takes a job that nobody runs, and that is due or is to run `at_once`. Whether it was free.
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

/// Holds a job longer. Whether it is still the holder's.
pub async fn renew(tx: &mut Tx, name: &str, holder: &str, until: Timestamp) -> Result<bool> {
    let renewed =
        execute!(tx, "UPDATE jobs SET leased_until = $3 WHERE name = $1 AND holder = $2", name, holder, until)?;
    Ok(renewed == 1)
}

/// How a run ended.
#[derive(Debug, Clone, Copy)]
pub struct Finished<'a> {
    /// When.
    pub at: Timestamp,
    /// When the next one is due.
    pub due_at: Timestamp,
    /// What was done, or what went wrong.
    pub outcome: &'a str,
    /// Whether something went wrong.
    pub failed: bool,
}

/// Lets a job go, with how it went; what another server has taken over meanwhile is left to it.
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
