//! When each job is due, who runs it, and how it went last.

use crate::platform::clock::Timestamp;
use crate::store::place::MOVED_TO;
use crate::store::{Result, Tx};
use std::time::Duration;

/// How long a lease lasts unless it is renewed.
pub const LEASE: Duration = Duration::from_secs(60);

/// A lease cannot lie further ahead than this, even if another server took it just now. One that does was written by a clock that
/// was ahead.
const FURTHEST_LEASE: Duration = Duration::from_secs(120);

row! {
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
    /// Whether a server runs it, by the time of leases.
    #[must_use]
    pub fn is_held(&self, lease_now: Timestamp) -> bool {
        self.leased_until.is_some_and(|until| until > lease_now) && !self.is_leased_too_far(lease_now)
    }

    /// Whether its lease lies further ahead than one can.
    #[must_use]
    pub fn is_leased_too_far(&self, lease_now: Timestamp) -> bool {
        self.leased_until.is_some_and(|until| until > lease_now.plus(FURTHEST_LEASE))
    }

    /// Whether it is due, if it runs every so often. It is never due later than an interval from now: then the clock was ahead when it
    /// ran last.
    #[must_use]
    pub fn is_due(&self, now: Timestamp, every: Option<Duration>) -> bool {
        self.due_at <= now || every.is_some_and(|every| self.due_at > latest_due(now, every))
    }
}

/// The latest time at which a job that runs every so often can be due. The clocks of servers differ a little.
fn latest_due(now: Timestamp, every: Duration) -> Timestamp {
    now.plus(every).plus(Duration::from_secs(5))
}

/// The time by which leases end: the database's, so that servers whose clocks differ agree; on SQLite that of the machine, on which
/// all of them run.
pub async fn lease_time(tx: &mut Tx, machine: Timestamp) -> Result<Timestamp> {
    let Tx::Postgres(connection) = tx else { return Ok(machine) };
    let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
    Ok(sqlx::query_scalar(sql).fetch_one(&mut **connection).await?)
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

/// Makes a job that has run before due. One that never ran is due when it is added.
pub async fn make_due(tx: &mut Tx, name: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE jobs SET due_at = $2 WHERE name = $1", name, now)?;
    Ok(())
}

/// How a lease is taken.
#[derive(Debug, Clone, Copy)]
pub struct Taking<'a> {
    pub holder: &'a str,
    /// The time by which jobs are due.
    pub now: Timestamp,
    /// The time by which leases end, as [`lease_time`] says.
    pub lease_now: Timestamp,
    /// How often the job runs; `None` if it does not run by itself.
    pub every: Option<Duration>,
    /// Whether it runs also if it is not due.
    pub at_once: bool,
}

/// Takes the lease on a job that no server runs. Returns whether it did: never in a database that was moved, whose rows are elsewhere.
pub async fn take(tx: &mut Tx, name: &str, taking: Taking<'_>) -> Result<bool> {
    let Taking { holder, now, lease_now, every, at_once } = taking;
    let taken = execute!(
        tx,
        "UPDATE jobs SET holder = $2, leased_until = $4, started_at = $3
         WHERE name = $1 AND (leased_until IS NULL OR leased_until <= $5 OR leased_until > $6)
           AND (due_at <= $3 OR due_at > $7 OR $8)
           AND NOT EXISTS (SELECT 1 FROM shop_facts WHERE shop_facts.name = $9)",
        name,
        holder,
        now,
        lease_now.plus(LEASE),
        lease_now,
        lease_now.plus(FURTHEST_LEASE),
        every.map_or(Timestamp(i64::MAX), |every| latest_due(now, every)),
        at_once,
        MOVED_TO
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
