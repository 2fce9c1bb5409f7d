//! The accept loop.

use crate::http::connections::admission::{Admission, Refused};
use crate::http::connections::connection::{self, Work};
use crate::http::connections::limits::Limits;
use crate::http::connections::listener::Accept;
use crate::http::connections::shutdown::Stage;
use crate::platform::config::Network;
use axum::Router;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

/// How long the loop waits after the system could not accept a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// A warning that could come with every connection is logged no more often than this.
const WARNING_INTERVAL: Duration = Duration::from_secs(10);
/// How long to wait for the tasks of connections that were told to close.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// Serves `router` to the connections that `listener` accepts, until `stop` ends. The calls that are under way then are finished
/// within the limits' time, and every connection is closed.
pub async fn serve(
    mut listener: impl Accept,
    router: Router,
    limits: Limits,
    trusted: Vec<Network>,
    stop: impl Future<Output = ()>,
) {
    let admission = Arc::new(Admission::new(limits.total, limits.per_source, trusted));
    let (stage, watch) = watch::channel(Stage::Serving);
    let work = Work { router, limits, watch };
    let mut stop = pin!(stop);
    let mut warnings = Warnings::default();
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                warnings.warn(|| tracing::warn!(%error, "no connection can be accepted"));
                admission.make_room();
                sleep(PAUSE).await;
                continue;
            }
        };
        match admission.admit(peer.ip()).await {
            Ok(place) => drop(tokio::spawn(connection::serve(stream, peer, place, work.clone()))),
            Err(Refused::Source) => tracing::debug!("a connection is refused: its address has too many"),
            Err(Refused::Full) => warnings.warn(|| tracing::warn!("a connection is refused: too many are open")),
        }
    }
    drop(listener);
    stage.send_replace(Stage::Finishing);
    if timeout(limits.shutdown, admission.wait_until_empty()).await.is_err() {
        tracing::warn!(connections = admission.open(), "the calls under way take too long: they are cut off");
        stage.send_replace(Stage::Over);
        let _ = timeout(CLOSING_TIME, admission.wait_until_empty()).await;
    }
}

/// Whether accepting failed because the connection was gone before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Limits how often a warning is logged.
#[derive(Default)]
struct Warnings {
    last: Option<Instant>,
}

impl Warnings {
    fn warn(&mut self, write: impl FnOnce()) {
        if self.last.is_none_or(|last| last.elapsed() >= WARNING_INTERVAL) {
            self.last = Some(Instant::now());
            write();
        }
    }
}
