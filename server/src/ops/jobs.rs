//! `ops jobs`: listing and running jobs.

use crate::jobs::runner::{self, JobOutcome};
use crate::jobs::{self, Job};
use crate::ops::table::table;
use crate::platform::clock::Timestamp;
use crate::state::AppState;
use crate::store::operation::jobs::JobRow;
use clap::Subcommand;

/// The commands for jobs.
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// List the jobs: how often each runs, how it went last, when it is due.
    List,
    /// Run a job now.
    Run {
        /// The job's name, as `ops jobs list` shows it.
        name: String,
    },
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: JobsCommand) -> Result<String, String> {
    match command {
        JobsCommand::List => list(state).await,
        JobsCommand::Run { name } => run(state, &name).await,
    }
}

async fn list(state: &AppState) -> Result<String, String> {
    let jobs = runner::list(state).await.map_err(|error| error.to_string())?;
    let head = [["JOB", "EVERY", "LAST RUN", "DUE", "OUTCOME"].map(ToOwned::to_owned)];
    let lease_now = runner::lease_time(state).await.map_err(|error| error.to_string())?;
    let rows = jobs.into_iter().map(|(job, row)| line(state, job, row, lease_now));
    Ok(table(&head.into_iter().chain(rows).collect::<Vec<_>>()))
}

fn line(state: &AppState, job: Job, row: Option<JobRow>, lease_now: Timestamp) -> [String; 5] {
    let every = (job.every)(&state.settings);
    let period = every.map_or_else(|| "on demand".to_owned(), |every| format!("{} s", every.as_secs()));
    let Some(row) = row else {
        return [job.name.to_owned(), period, "never".to_owned(), "-".to_owned(), String::new()];
    };
    let when = |time: Option<Timestamp>| time.map_or_else(|| "never".to_owned(), |time| time.instant().to_string());
    let due = if row.is_held(lease_now) {
        "running".to_owned()
    } else {
        every.map_or_else(|| "-".to_owned(), |_| when(Some(row.due_at)))
    };
    let summary = row.outcome.unwrap_or_default();
    let outcome = if row.failed { format!("FAILED: {summary}") } else { summary };
    [job.name.to_owned(), period, when(row.finished_at), due, outcome]
}

async fn run(state: &AppState, name: &str) -> Result<String, String> {
    let unknown = || format!("There is no job {name}. \"ops jobs list\" shows the jobs.");
    let job = jobs::find(name).ok_or_else(unknown)?;
    match runner::run_now(state, job).await.map_err(|error| error.to_string())? {
        JobOutcome::Done(summary) => Ok(format!("Job {name}: {summary}.\n")),
        JobOutcome::InPart(why) => Err(format!("Job {name} failed in part: {why}")),
        JobOutcome::Failed(why) => Err(format!("Job {name} failed: {why}")),
        JobOutcome::NotNow => Err(format!("Job {name} is running at another server at the moment.")),
    }
}
