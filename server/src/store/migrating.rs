//! Bringing the tables up to date, which each engine does in its own way.

use crate::store::engine::Db;
use crate::store::pool::Pool;
use crate::store::{history, migrations};
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, Postgres};
use std::time::{Duration, Instant};

/// How long a step of migration waits for a table, and others behind it, before it gives way. PostgreSQL ends one of two that wait for each
/// other after a second (`deadlock_timeout`), and that must not be a customer's call.
const LOCK_WAIT: Duration = Duration::from_millis(500);
/// For how long a step is tried.
const TRIED_FOR: Duration = Duration::from_secs(5 * 60);

/// Takes the steps that a database lacks. Two programs that do so at the same time wait for each other.
pub(super) async fn migrate(db: &Db) -> Result<(), MigrateError> {
    match db {
        Db::Sqlite { writer, .. } => {
            // BEGIN IMMEDIATE takes the file's write lock, so a second process waits here.
            let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
            migrations::sqlite().run(&mut *tx).await?;
            history::record_in_sqlite(&mut tx).await?;
            Ok(tx.commit().await?)
        }
        Db::Postgres(pool) => migrate_postgres(pool).await,
    }
}

/// Migrates the tables while servers of the release before work on them. If a step and a call wait for each other's tables, it is the step
/// that gives way.
async fn migrate_postgres(pool: &Pool<Postgres>) -> Result<(), MigrateError> {
    // A connection of its own: its settings, and the lock of migrations, end with it.
    let mut connection = pool.acquire().await?.detach();
    connection.lock().await?;
    let wait = AssertSqlSafe(format!("SET lock_timeout = {}", LOCK_WAIT.as_millis()));
    connection.execute(sqlx::raw_sql(wait)).await?;
    let begun = Instant::now();
    while let Err(error) = run_steps(&mut connection).await {
        if !is_of_locks(&error) || begun.elapsed() > TRIED_FOR {
            return Err(error);
        }
        tracing::info!(%error, "calls of servers hold the tables that are migrated; the step is tried again");
        tokio::time::sleep(LOCK_WAIT).await;
    }
    Ok(connection.close().await?)
}

async fn run_steps(connection: &mut PgConnection) -> Result<(), MigrateError> {
    // First, so that a version of two releases ago does not start between two steps; afterwards, if the table was made by one.
    history::record_in_postgres(connection).await?;
    let mut steps = migrations::postgres();
    // `migrate_postgres` has the lock.
    steps.set_locking(false);
    steps.run(&mut *connection).await?;
    Ok(history::record_in_postgres(connection).await?)
}

/// Whether a lock was not had in time, or two waited for each other.
fn is_of_locks(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else { return false };
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| ["55P03", "40P01"].contains(&code.as_ref()))
}
