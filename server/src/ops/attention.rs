//! `ops attention` and `ops overdue`: what needs staff.

use crate::jobs::attention::report::{self, Report};
use crate::jobs::attention::returns::overdue_returns;
use crate::jobs::party_watch;
use crate::ops::table::table;
use crate::state::AppState;
use crate::store::order::orders::ListedOrder;
use clap::Args;

/// How it is printed.
#[derive(Debug, Clone, Copy, Args)]
pub struct Attention {
    /// Print it as JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// Asks the outside parties, and finds everything that does not go on by itself.
pub async fn find(state: &AppState) -> Report {
    party_watch::ask(state).await;
    report::of(state).await
}

impl Attention {
    /// The report as it is printed.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn print(self, report: &Report) -> Result<String, String> {
        if self.json {
            let json = serde_json::to_string_pretty(report);
            return json.map(|json| json + "\n").map_err(|error| format!("The list cannot be printed: {error}."));
        }
        let waiting = report.waiting.iter().map(|found| [found.waiting.what.clone(), found.waiting.why.clone()]);
        let unread = report
            .unread
            .iter()
            .map(|unread| [unread.kind.replace('_', " "), format!("cannot be listed: {}", unread.why)]);
        let rows: Vec<_> = waiting.chain(unread).collect();
        Ok(if rows.is_empty() { "Nothing waits for you.\n".to_owned() } else { table(&rows) })
    }
}

/// The returns that are overdue.
///
/// # Errors
/// A sentence that says why they cannot be listed.
pub async fn overdue(state: &AppState) -> Result<String, String> {
    let overdue = overdue_returns(state).await.map_err(|error| error.to_string())?;
    if overdue.is_empty() {
        return Ok("No return is overdue.\n".to_owned());
    }
    let head = [["CODE", "DUE", "CUSTOMER"].map(ToOwned::to_owned)];
    let rows = overdue.into_iter().map(|(ListedOrder { code, email, .. }, due)| match due {
        Ok(by) => [code, by.to_string(), email],
        Err(error) => [code, "?".to_owned(), format!("{email}: {error}")],
    });
    Ok(table(&head.into_iter().chain(rows).collect::<Vec<_>>()))
}
