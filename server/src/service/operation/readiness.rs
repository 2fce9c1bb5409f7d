//! Whether a server can serve: its database takes writes.

use crate::platform::metrics;
use crate::state::AppState;
use crate::store::operation::readiness;
use std::time::Duration;
use tokio::time::timeout;

/// How long the database may take to write one row.
pub const TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the server can serve. The answer is at most a second old.
pub async fn is_ready(state: &AppState) -> bool {
    let now = state.clock.now();
    let look = async || {
        let written = timeout(TIMEOUT, readiness::write(&state.db, now)).await;
        let is_ready = matches!(written, Ok(Ok(())));
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the database takes no writes"),
            Err(_) => tracing::error!("the database takes no writes in time"),
        }
        metrics::database_reachable(is_ready);
        is_ready
    };
    state.readiness().get(now, look).await
}
