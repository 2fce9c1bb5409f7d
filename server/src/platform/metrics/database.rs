//! The database as this server meets it: waiting for connections, transactions, and the connections of each pool.

use super::exported::{metric, seconds};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The upper bounds of the buckets, in seconds. A free connection is there in microseconds; the store says how long a call waits at most.
const SECONDS: [f64; 10] = [0.0005, 0.002, 0.005, 0.02, 0.05, 0.1, 0.5, 2.5, 10.0, 30.0];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPool {
    pool: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Transaction {
    access: &'static str,
    outcome: &'static str,
}

/// The connections of a pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Connections {
    pub open: usize,
    /// Those of them that a call has taken.
    pub in_use: usize,
    /// How many the pool opens at most.
    pub maximum: usize,
}

/// Reads a pool's connections; `None` once the pool is gone.
type ReadPool = Box<dyn Fn() -> Option<Connections> + Send>;

/// The metrics of the database.
pub struct Database {
    waits: Family<OfPool, Histogram>,
    waiting: Family<OfPool, Gauge>,
    wait_timeouts: Family<OfPool, Counter>,
    transactions: Family<Transaction, Histogram>,
    commits: Family<OfPool, Histogram>,
    open: Family<OfPool, Gauge>,
    in_use: Family<OfPool, Gauge>,
    maximum: Family<OfPool, Gauge>,
    discarded: Family<OfPool, Counter>,
    pools: Mutex<Vec<(&'static str, ReadPool)>>,
}

impl Database {
    pub(super) fn new(all: &mut Registry) -> Self {
        Self {
            waits: seconds(all, "database_wait", "How long calls waited for a connection, by pool", in_seconds),
            waiting: metric(all, "database_waiting", "Calls that wait for a connection now"),
            wait_timeouts: metric(all, "database_wait_timeouts", "Calls that got no connection in time"),
            transactions: seconds(
                all,
                "database_transaction_duration",
                "How long transactions took once they had a connection, by outcome",
                in_seconds,
            ),
            commits: seconds(all, "database_commit_duration", "How long COMMIT took", in_seconds),
            open: metric(all, "database_connections_open", "Connections that are open"),
            in_use: metric(all, "database_connections_in_use", "Connections that a call has taken"),
            maximum: metric(all, "database_connections_maximum", "Connections that a pool opens at most"),
            discarded: metric(
                all,
                "database_connections_discarded",
                "Connections that were thrown away because a transaction did not end well",
            ),
            pools: Mutex::default(),
        }
    }

    /// Asks the pools for their connections. That happens when the metrics are read, so that a statement costs nothing.
    pub(super) fn read_pools(&self) {
        // Several pools of one name are added up; that of a closed database has none.
        let mut sums: BTreeMap<&'static str, Connections> = BTreeMap::new();
        self.pools.lock().unwrap_or_else(PoisonError::into_inner).retain(|(pool, read)| {
            let sum = sums.entry(pool).or_default();
            let found = read();
            let Connections { open, in_use, maximum } = found.unwrap_or_default();
            sum.open += open;
            sum.in_use += in_use;
            sum.maximum += maximum;
            found.is_some()
        });
        for (pool, Connections { open, in_use, maximum }) in sums {
            for (gauge, number) in [(&self.open, open), (&self.in_use, in_use), (&self.maximum, maximum)] {
                gauge.get_or_create(&OfPool { pool }).set(i64::try_from(number).unwrap_or(i64::MAX));
            }
        }
    }

    /// A pool was opened. `read` is called whenever the metrics are read.
    pub fn opened(&self, pool: &'static str, read: impl Fn() -> Option<Connections> + Send + 'static) {
        // So that their first increase is seen.
        for counter in [&self.wait_timeouts, &self.discarded] {
            drop(counter.get_or_create(&OfPool { pool }));
        }
        self.pools.lock().unwrap_or_else(PoisonError::into_inner).push((pool, Box::new(read)));
    }

    /// A call begins to wait for a connection.
    pub fn wait(&'static self, pool: &'static str) -> Wait {
        self.waiting.get_or_create(&OfPool { pool }).inc();
        Wait { database: self, pool, since: Instant::now() }
    }

    /// A call got no connection in time.
    pub fn wait_timed_out(&self, pool: &'static str) {
        self.wait_timeouts.get_or_create(&OfPool { pool }).inc();
    }

    /// A connection was thrown away.
    pub fn discarded(&self, pool: &'static str) {
        self.discarded.get_or_create(&OfPool { pool }).inc();
    }

    /// A COMMIT was answered.
    pub fn committed(&self, pool: &'static str, took: Duration) {
        self.commits.get_or_create(&OfPool { pool }).observe(took.as_secs_f64());
    }

    /// A transaction has ended. `access` is `read` or `write`, `outcome` one of a few words.
    pub fn transaction_ended(&self, access: &'static str, outcome: &'static str, took: Duration) {
        self.transactions.get_or_create(&Transaction { access, outcome }).observe(took.as_secs_f64());
    }
}

fn in_seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// A call that waits for a connection. Dropping it ends the wait, also if the call was canceled.
#[must_use]
pub struct Wait {
    database: &'static Database,
    pool: &'static str,
    since: Instant,
}

impl Drop for Wait {
    fn drop(&mut self) {
        let pool = OfPool { pool: self.pool };
        self.database.waiting.get_or_create(&pool).dec();
        self.database.waits.get_or_create(&pool).observe(self.since.elapsed().as_secs_f64());
    }
}
