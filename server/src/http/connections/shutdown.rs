//! How the service stops: first no connection begins another call, then, after a while, all are closed.

use tokio::sync::watch;

/// The stage of the shutdown, which the connections watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Calls are taken.
    Serving,
    /// The calls under way are finished.
    Finishing,
    /// Every connection is closed.
    Over,
}

/// Receives the current stage of the shutdown.
pub(super) type Watch = watch::Receiver<Stage>;

/// Waits until no more calls are taken.
pub(super) async fn begun(watch: &mut Watch) {
    let _ = watch.wait_for(|stage| *stage != Stage::Serving).await;
}

/// Waits until every connection is to be closed.
pub(super) async fn over(watch: &mut Watch) {
    let _ = watch.wait_for(|stage| *stage == Stage::Over).await;
}
