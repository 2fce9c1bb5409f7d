//! Transactions that meet at a lock, on PostgreSQL. SQLite has one writer at a time, so there they cannot meet.

use sqlx::PgConnection;
use tokio::task::JoinHandle;

/// Whether another transaction waits for a lock of this one.
pub async fn is_waited_for(holder: &mut PgConnection) -> bool {
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))";
    sqlx::query_scalar::<_, i64>(waiting).fetch_one(holder).await.unwrap() > 0
}

/// Returns once the task waits for a lock of this transaction. Fails if the task ends before.
pub async fn wait_until_it_waits<T>(task: &JoinHandle<T>, holder: &mut PgConnection) {
    while !is_waited_for(holder).await {
        assert!(!task.is_finished(), "it waited for no lock");
    }
}
