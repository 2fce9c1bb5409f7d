//! A pool that throws connections away if it is not certain whether they are in a transaction.
//!
//! If the disk is full, SQLite ends a transaction by itself. Then the ROLLBACK fails, and sqlx refuses every later transaction on the
//! connection, also when there is room again. PostgreSQL can be left in a transaction by a call that is canceled during its BEGIN:
//! the next call would then write into a transaction that only reads.

use crate::platform::metrics::database::Connections;
use crate::platform::metrics::of_database;
use crate::platform::points::{self, Point, Watcher};
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::{Connection, Database, SqlSafeStr, Transaction};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
    /// As metrics call it.
    name: &'static str,
    /// Only handles keep it: the metrics let a pool go.
    pool: Arc<sqlx::Pool<DB>>,
    /// One for each connection. Who asks first gets one first, and keeps it however often sqlx has to be asked.
    places: Arc<Semaphore>,
    /// How long a call waits for a connection at most.
    timeout: Duration,
    last_failure: LastFailure,
}

impl<DB: Database> Clone for Pool<DB> {
    fn clone(&self) -> Self {
        Self {
            name: self.name,
            pool: self.pool.clone(),
            places: self.places.clone(),
            timeout: self.timeout,
            last_failure: self.last_failure.clone(),
        }
    }
}

impl<DB: Database> Deref for Pool<DB> {
    type Target = sqlx::Pool<DB>;

    fn deref(&self) -> &sqlx::Pool<DB> {
        &self.pool
    }
}

impl<DB: Database> Pool<DB> {
    /// Opens a pool, with one connection at first. `name` is its label in metrics. A call waits for a connection until `timeout`; sqlx
    /// gives up after the `acquire_timeout` of `options`, and is then asked again. The calls wait in a queue of their own: at the end of
    /// an attempt, sqlx's queue would let later calls pass.
    pub(super) async fn connect(
        name: &'static str,
        options: PoolOptions<DB>,
        connection: <DB::Connection as Connection>::Options,
        timeout: Duration,
    ) -> Result<Self> {
        let last_failure = LastFailure::default();
        let failure = last_failure.clone();
        // A connection that is given back has sent its ROLLBACK before it is taken again.
        let options = options.before_acquire(move |connection, meta| {
            let is_good = !connection.is_in_transaction() && !failure.was_since_opened(meta.age);
            if !is_good {
                of_database().discarded(name);
                tracing::warn!("a database connection whose transaction did not end well is thrown away");
            }
            Box::pin(async move { Ok(is_good) })
        });
        let pool = Arc::new(options.connect_with(connection).await?);
        let watched = Arc::downgrade(&pool);
        of_database().opened(name, move || watched.upgrade().map(|pool| connections(&pool)));
        let places = usize::try_from(pool.options().get_max_connections()).unwrap_or(Semaphore::MAX_PERMITS);
        let places = Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        Ok(Self { name, pool, places, timeout, last_failure })
    }

    /// Takes a connection, and waits until one is free.
    pub(super) async fn acquire(&self) -> Result<Taken<DB>> {
        let wait = of_database().wait(self.name);
        let mut closes = self.pool.close_event();
        // On the heap: it would be a part of every call, and calls of calls would outgrow the stack of a thread.
        let in_turn = Box::pin(closes.do_until(async {
            let place = self.places.clone().acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
            loop {
                match self.pool.acquire().await {
                    Err(sqlx::Error::PoolTimedOut) => {}
                    ended => return Ok(Taken { connection: ended?, place }),
                }
            }
        }));
        let taken = match tokio::time::timeout(self.timeout, in_turn).await {
            Ok(ended) => ended.and_then(|taken| taken),
            Err(_) => Err(sqlx::Error::PoolTimedOut),
        };
        drop(wait);
        if matches!(taken, Err(sqlx::Error::PoolTimedOut)) {
            of_database().wait_timed_out(self.name);
        }
        taken
    }

    /// Begins a transaction by this statement. `access` is `read` or `write`.
    pub(super) async fn begin(&self, access: &'static str, statement: &'static str) -> Result<Begun<DB>> {
        let watched = Watched { watcher: points::watcher(), writes: access == "write" };
        points::reach(Point::Begin { writes: watched.writes }).await?;
        let Taken { connection, place } = self.acquire().await?;
        let mut timing = Timing { access, outcome: "not_begun", since: Instant::now() };
        let begun = Transaction::begin(connection, Some(statement.into_sql_str()));
        let transaction = self.last_failure.watch(begun).await?;
        timing.outcome = "rolled_back";
        Ok(Begun { transaction, pool: self.name, last_failure: self.last_failure.clone(), timing, place, watched })
    }
}

fn connections<DB: Database>(pool: &sqlx::Pool<DB>) -> Connections {
    let open = usize::try_from(pool.size()).unwrap_or(usize::MAX);
    let maximum = usize::try_from(pool.options().get_max_connections()).unwrap_or(usize::MAX);
    Connections { open, in_use: open.saturating_sub(pool.num_idle()), maximum }
}

/// A connection, and its place among all connections.
#[derive(Debug)]
pub struct Taken<DB: Database> {
    connection: PoolConnection<DB>,
    // The last field: it is dropped after the connection is given back.
    place: OwnedSemaphorePermit,
}

impl<DB: Database> Taken<DB> {
    /// Takes the connection out of the pool for good.
    pub(super) fn detach(self) -> DB::Connection {
        self.connection.detach()
    }
}

impl<DB: Database> Deref for Taken<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.connection
    }
}

impl<DB: Database> DerefMut for Taken<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.connection
    }
}

/// How long a transaction takes. Dropping it counts the transaction, with the outcome that it has then.
#[derive(Debug)]
struct Timing {
    access: &'static str,
    outcome: &'static str,
    since: Instant,
}

impl Drop for Timing {
    fn drop(&mut self) {
        of_database().transaction_ended(self.access, self.outcome, self.since.elapsed());
    }
}

/// Tells a test that watches once a transaction has ended.
#[derive(Debug)]
struct Watched {
    watcher: Watcher,
    writes: bool,
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(watch) = &self.watcher {
            watch.ended(self.writes);
        }
    }
}

/// A transaction that has begun. Dropping it rolls it back.
#[derive(Debug)]
pub struct Begun<DB: Database> {
    transaction: Transaction<'static, DB>,
    pool: &'static str,
    last_failure: LastFailure,
    timing: Timing,
    // The last fields: they are dropped after the connection is given back.
    place: OwnedSemaphorePermit,
    watched: Watched,
}

impl<DB: Database> Begun<DB> {
    pub(super) async fn commit(self) -> Result<()> {
        let Self { transaction, pool, last_failure, mut timing, place, watched } = self;
        points::reach(Point::Commit).await?;
        // Also if the call is canceled meanwhile.
        timing.outcome = "not_committed";
        let begun = Instant::now();
        let committed = last_failure.watch(transaction.commit()).await;
        of_database().committed(pool, begun.elapsed());
        drop((place, watched));
        committed?;
        timing.outcome = "committed";
        Ok(points::reach(Point::Committed).await?)
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

#[cfg(test)]
mod tests {
    use super::Pool;
    use crate::platform::metrics;
    use sqlx::Sqlite;
    use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
    use std::task::{Context, Waker};
    use std::time::Duration;

    /// The value of a line of the metrics.
    fn value(line: &str) -> f64 {
        let (text, begins) = (metrics::text().unwrap(), format!("stylebox_database_{line} "));
        text.lines().find_map(|found| found.strip_prefix(&begins)).map_or(f64::NAN, |value| value.parse().unwrap())
    }

    async fn pool_of_one(name: &'static str, attempt: Duration, timeout: Duration) -> Pool<Sqlite> {
        loop {
            let options = SqlitePoolOptions::new().max_connections(1).acquire_timeout(attempt);
            match Pool::connect(name, options, SqliteConnectOptions::new().in_memory(true), timeout).await {
                // On a busy machine, opening a connection can take longer than a short attempt.
                Err(sqlx::Error::PoolTimedOut) => {}
                opened => return opened.unwrap(),
            }
        }
    }

    #[tokio::test]
    async fn a_call_without_a_connection_in_time_is_counted_with_its_wait() {
        let mut pool = pool_of_one("taken", Duration::from_secs(60), Duration::from_secs(60)).await;
        let connections =
            || ["open", "in_use", "maximum"].map(|what| value(&format!("connections_{what}{{pool=\"taken\"}}")));
        let waited = || value("wait_seconds_sum{pool=\"taken\"}");
        assert_eq!((connections(), value("wait_timeouts_total{pool=\"taken\"}")), ([1.0, 0.0, 1.0], 0.0));
        let held = pool.begin("read", "BEGIN").await.unwrap();
        let before = waited();
        pool.timeout = Duration::from_millis(20);
        assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolTimedOut)));
        assert_eq!((connections(), value("wait_timeouts_total{pool=\"taken\"}")), ([1.0, 1.0, 1.0], 1.0));
        assert!(waited() - before >= 0.02, "{}", waited());
        assert_eq!(value("wait_seconds_count{pool=\"taken\"}"), 2.0);
        drop((held, pool));
    }

    #[tokio::test]
    async fn a_call_keeps_its_turn_over_the_attempts_of_sqlx() {
        let attempt = Duration::from_millis(50);
        let pool = pool_of_one("turns", attempt, Duration::from_secs(60)).await;
        let held = pool.begin("read", "BEGIN").await.unwrap();
        let (mut first, mut second) = (Box::pin(pool.acquire()), Box::pin(pool.acquire()));
        for call in [&mut first, &mut second] {
            assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        // Meanwhile sqlx gives up its first attempt.
        assert!(tokio::time::timeout(2 * attempt, &mut first).await.is_err());
        drop(held);
        let taken = tokio::time::timeout(Duration::from_secs(20), first).await;
        assert!(matches!(taken, Ok(Ok(_))), "the second call was served first");
        drop(taken);
        second.await.unwrap();
    }

    #[tokio::test]
    async fn a_call_waits_no_longer_than_it_may_whatever_an_attempt_of_sqlx_takes() {
        let mut pool = pool_of_one("short", Duration::from_secs(60), Duration::from_secs(60)).await;
        let held = pool.begin("read", "BEGIN").await.unwrap();
        pool.timeout = Duration::from_millis(20);
        let waited = tokio::time::timeout(Duration::from_secs(20), pool.acquire()).await;
        assert!(matches!(waited, Ok(Err(sqlx::Error::PoolTimedOut))), "{waited:?}");
        drop(held);
    }

    #[tokio::test]
    async fn a_call_that_waits_ends_once_the_pool_is_closed() {
        let pool = pool_of_one("closed", Duration::from_secs(60), Duration::from_secs(60)).await;
        let held = pool.begin("read", "BEGIN").await.unwrap();
        let waiting = pool.acquire();
        let (waited, ()) = tokio::join!(tokio::time::timeout(Duration::from_secs(20), waiting), async {
            tokio::task::yield_now().await;
            tokio::select! { biased; () = pool.close() => {} () = std::future::ready(()) => {} }
        });
        assert!(matches!(waited, Ok(Err(sqlx::Error::PoolClosed))), "{waited:?}");
        drop(held);
    }

    #[tokio::test]
    async fn a_canceled_call_waits_no_more_and_a_dropped_pool_has_no_connections() {
        let pool = pool_of_one("left", Duration::from_secs(30), Duration::from_secs(30)).await;
        let held = pool.begin("read", "BEGIN").await.unwrap();
        let waiting = || value("waiting{pool=\"left\"}");
        let mut call = Box::pin(pool.acquire());
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert_eq!(waiting(), 1.0);
        drop(call);
        assert_eq!((waiting(), value("wait_seconds_count{pool=\"left\"}")), (0.0, 2.0));
        held.commit().await.unwrap();
        pool.close().await;
        drop(pool);
        assert_eq!(value("connections_maximum{pool=\"left\"}"), 0.0);
    }

    #[tokio::test]
    async fn a_connection_that_is_thrown_away_is_counted() {
        let pool = pool_of_one("thrown", Duration::from_secs(30), Duration::from_secs(30)).await;
        assert!(pool.begin("read", "no SQL").await.is_err());
        drop(pool.acquire().await.unwrap());
        assert_eq!(value("connections_discarded_total{pool=\"thrown\"}"), 1.0);
    }
}
