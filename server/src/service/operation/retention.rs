//! Ends what has passed its time, in small transactions, so that SQLite's one writer is given back again and again.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::state::AppState;
use crate::store::operation::housekeeping::{STEPS, Step, Work};
use std::time::{Duration, Instant};
use stylebox_core::policy::retention::{self, Kept};

/// How many rows a statement is about.
const ROWS: i64 = 100;
/// How long a transaction goes on with another statement. The writer is given back after that and one statement more, which is well
/// within 100 ms.
const LONGEST: Duration = Duration::from_millis(30);

/// Removes and empties all that has passed its time. Returns how many rows. A kind of data that fails holds up no other.
///
/// # Errors
/// The first failure, once the other kinds are done.
pub async fn sweep(state: &AppState) -> StaffResult<u64> {
    let now = state.clock.now();
    let (mut rows, mut failed) = (0, None);
    for step in STEPS {
        match end(state, step, now).await {
            Ok(ended) => rows += ended,
            Err(error) => {
                tracing::error!(data = step.data, %error, "what has passed its time cannot be removed");
                failed = failed.or(Some(error));
            }
        }
    }
    failed.map_or(Ok(rows), |error| Err(StaffError::from(error)))
}

async fn end(state: &AppState, step: &Step, now: Timestamp) -> AppResult<u64> {
    let passed = passed(step.data, now)?;
    let mut rows = 0;
    for work in step.work {
        loop {
            let (ended, is_done) = one_transaction(state, *work, passed).await?;
            rows += ended;
            if is_done {
                break;
            }
        }
    }
    Ok(rows)
}

/// Returns how many rows were ended, and whether none is left.
async fn one_transaction(state: &AppState, work: Work, passed: Timestamp) -> AppResult<(u64, bool)> {
    let mut tx = state.db.write().await?;
    let begun = Instant::now();
    let mut rows = 0;
    let is_done = loop {
        let ended = work(&mut tx, passed, ROWS).await?;
        rows += ended;
        if ended < ROWS.unsigned_abs() {
            break true;
        }
        if begun.elapsed() >= LONGEST {
            break false;
        }
    };
    tx.commit().await?;
    Ok((rows, is_done))
}

/// What was at or before this time has passed its time: now, if the rows say themselves when that is.
///
/// # Errors
/// If core's table says of no such kind how long it is kept: then nothing of it is removed.
fn passed(data: &str, now: Timestamp) -> AppResult<Timestamp> {
    match retention::find(data).map(|kind| kind.kept) {
        Some(Kept::For(time, _)) => Ok(now.minus(Duration::from_secs(time.seconds()))),
        Some(Kept::AtMost(..) | Kept::Until(_)) => Ok(now),
        Some(Kept::Account | Kept::Books | Kept::Shop) | None => {
            Err(AppError::unexpected(format!("core's table does not say when these have passed their time: {data}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::passed;
    use crate::platform::clock::Timestamp;
    use crate::store::operation::housekeeping::STEPS;

    const NOW: Timestamp = Timestamp(1_800_000_000_000_000);

    #[test]
    fn every_step_has_a_time() {
        for step in STEPS {
            assert!(passed(step.data, NOW).unwrap() <= NOW, "{}", step.data);
        }
    }

    /// One that core's table calls otherwise, one that ends with its account, and one that is kept for good.
    #[test]
    fn nothing_is_removed_of_a_kind_without_a_time() {
        for data in ["session", "reviews", "orders"] {
            assert!(passed(data, NOW).is_err(), "{data}");
        }
    }
}
