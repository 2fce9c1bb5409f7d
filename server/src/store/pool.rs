//! A pool that throws connections away if it is not certain whether they are in a transaction.
//!
//! If the disk is full, SQLite ends a transaction by itself. Then the ROLLBACK fails, and sqlx refuses every later transaction on the
//! connection, also when there is room again. PostgreSQL can be left in a transaction by a call that is canceled during its BEGIN:
//! the next call would then write into a transaction that only reads.

use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::{Connection, Database, SqlSafeStr, Transaction};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, sqlx::Error>;

/// When a BEGIN or COMMIT last failed or was canceled. Connections that were open at that time are thrown away.
#[derive(Debug, Clone, Default)]
struct LastFailure(Arc<Mutex<Option<Instant>>>);

impl LastFailure {
    fn record(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether it was after a connection of that age was opened.
    fn was_since_opened(&self, age: Duration) -> bool {
        let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() <= age)
    }
}

/// Records a failure unless the statement has ended well. A canceled statement drops it.
struct FailureGuard<'a> {
    last_failure: &'a LastFailure,
    is_good: bool,
}

impl Drop for FailureGuard<'_> {
    fn drop(&mut self) {
        if !self.is_good {
            self.last_failure.record();
        }
    }
}

impl LastFailure {
    async fn watch<T>(&self, statement: impl Future<Output = Result<T>>) -> Result<T> {
        let mut guard = FailureGuard { last_failure: self, is_good: false };
        let done = statement.await;
        guard.is_good = done.is_ok();
        done
    }
}

/// A pool of connections. A clone is another handle to it.
#[derive(Debug)]
pub struct Pool<DB: Database> {
    pool: sqlx::Pool<DB>,
    last_failure: LastFailure,
}

impl<DB: Database> Clone for Pool<DB> {
    fn clone(&self) -> Self {
        Self { pool: self.pool.clone(), last_failure: self.last_failure.clone() }
    }
}

impl<DB: Database> Deref for Pool<DB> {
    type Target = sqlx::Pool<DB>;

    fn deref(&self) -> &sqlx::Pool<DB> {
        &self.pool
    }
}

impl<DB: Database> Pool<DB> {
    /// Opens a pool, with one connection at first.
    pub(super) async fn connect(
        options: PoolOptions<DB>,
        connection: <DB::Connection as Connection>::Options,
    ) -> Result<Self> {
        let last_failure = LastFailure::default();
        let failure = last_failure.clone();
        // A connection that is given back has sent its ROLLBACK before it is taken again.
        let options = options.before_acquire(move |connection, meta| {
            let is_good = !connection.is_in_transaction() && !failure.was_since_opened(meta.age);
            if !is_good {
                tracing::warn!("a database connection whose transaction did not end well is thrown away");
            }
            Box::pin(async move { Ok(is_good) })
        });
        Ok(Self { pool: options.connect_with(connection).await?, last_failure })
    }

    /// Begins a transaction by this statement.
    pub(super) async fn begin(&self, statement: &'static str) -> Result<Begun<DB>> {
        let connection: PoolConnection<DB> = self.pool.acquire().await?;
        let begun = Transaction::begin(connection, Some(statement.into_sql_str()));
        let transaction = self.last_failure.watch(begun).await?;
        Ok(Begun { transaction, last_failure: self.last_failure.clone() })
    }
}

/// A transaction that has begun. Dropping it rolls it back.
#[derive(Debug)]
pub struct Begun<DB: Database> {
    transaction: Transaction<'static, DB>,
    last_failure: LastFailure,
}

impl<DB: Database> Begun<DB> {
    pub(super) async fn commit(self) -> Result<()> {
        self.last_failure.watch(self.transaction.commit()).await
    }
}

impl<DB: Database> Deref for Begun<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.transaction
    }
}

impl<DB: Database> DerefMut for Begun<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.transaction
    }
}
