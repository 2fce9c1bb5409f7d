//! Points at which a test can stop, fail or end what the service does: each statement, each beginning and end of a transaction, and
//! each call of an outside party. Only a test watches them, and only a development build has them.

use crate::platform::future::BoxFuture;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;

/// What is about to happen, unless it says that it has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// A transaction begins.
    Begin {
        writes: bool,
    },
    Statement,
    Commit,
    /// The transaction was committed, and nobody has been told yet.
    Committed,
    /// An outside party is called. A test's double reaches this point itself.
    Party,
}

/// Watches the points of some work.
pub trait Watch: Debug + Send + Sync {
    /// Called at each point. The work goes on once this ends. An error takes the place of what would happen.
    fn reach(&self, point: Point) -> BoxFuture<'static, io::Result<()>>;

    /// Called once a transaction has ended, however it has.
    fn ended(&self, writes: bool);
}

/// Who watches the present work.
pub type Watcher = Option<Arc<dyn Watch>>;

tokio::task_local! {
    static WATCHER: Watcher;
}

/// The work, with somebody who watches its points.
pub fn watched<F: Future>(watch: Arc<dyn Watch>, work: F) -> impl Future<Output = F::Output> {
    WATCHER.scope(Some(watch), work)
}

/// Work that goes on in a task of its own, watched as before.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    WATCHER.scope(watcher(), work)
}

#[must_use]
pub fn watcher() -> Watcher {
    if cfg!(debug_assertions) { WATCHER.try_with(Clone::clone).ok().flatten() } else { None }
}

/// The present work has reached a point.
///
/// # Errors
/// That of the test which watches.
pub async fn reach(point: Point) -> io::Result<()> {
    match watcher() {
        Some(watch) => watch.reach(point).await,
        None => Ok(()),
    }
}
