//! Everything that waits for staff, and the kinds that could not be read.

use crate::jobs::attention::kinds;
use crate::jobs::attention::waiting::Waiting;
use crate::platform::metrics;
use crate::state::AppState;
use serde::Serialize;
use std::time::Duration;
use tokio::time::timeout;

/// How long the database may take to answer before nothing is counted: each kind would wait longer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// Everything that does not go on by itself.
#[derive(Debug, Serialize)]
pub struct Report {
    /// What waits, by kind.
    pub waiting: Vec<Found>,
    /// The kinds that could not be read: whether anything of them waits is not known.
    pub unread: Vec<Unread>,
}

/// One thing that waits.
#[derive(Debug, Serialize)]
pub struct Found {
    pub kind: &'static str,
    #[serde(flatten)]
    pub waiting: Waiting,
}

/// A kind that could not be read.
#[derive(Debug, Serialize)]
pub struct Unread {
    pub kind: &'static str,
    pub why: String,
}

impl Report {
    /// 0 if nothing waits, 1 if something does, 2 if something could not be read.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match (self.unread.is_empty(), self.waiting.is_empty()) {
            (false, _) => 2,
            (true, false) => 1,
            (true, true) => 0,
        }
    }
}

/// Finds what waits. A kind that cannot be read hides no other. Outside parties are not asked: it uses what they last answered.
pub async fn of(state: &AppState) -> Report {
    let mut report = Report { waiting: Vec::new(), unread: Vec::new() };
    for kind in kinds::ALL {
        match (kind.find)(state).await {
            Ok(found) => {
                report.waiting.extend(found.into_iter().map(|waiting| Found { kind: kind.name, waiting }));
            }
            Err(error) => report.unread.push(Unread { kind: kind.name, why: error.to_string() }),
        }
    }
    report
}

/// Whether the database answers soon.
pub async fn database_answers(state: &AppState) -> bool {
    matches!(timeout(ANSWERS_WITHIN, state.db.ping()).await, Ok(Ok(())))
}

/// Counts what waits, for the metrics. If the database does not answer, no kind could be read.
pub async fn measure(state: &AppState) {
    if !database_answers(state).await {
        for kind in kinds::ALL {
            metrics::attention(kind.name, None);
        }
        return;
    }
    let report = of(state).await;
    for kind in kinds::ALL {
        let is_read = report.unread.iter().all(|unread| unread.kind != kind.name);
        let waiting = report.waiting.iter().filter(|found| found.kind == kind.name).count();
        metrics::attention(kind.name, is_read.then_some(waiting));
    }
}
