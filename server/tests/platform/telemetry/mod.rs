//! Traces: their contents, where they are sent, and what happens if the collector does not accept them.

mod exports;
#[cfg(unix)]
mod program;
mod reach;
mod requests;

use crate::doubles::otlp::OtlpDouble;
use std::time::Duration;
use stylebox_server::platform::trace;
use stylebox_server::providers::telemetry::Telemetry;
use stylebox_server::providers::telemetry::limits::Limits;
use stylebox_server::providers::telemetry::otlp::settings::OtlpSettings;
use tracing::Dispatch;
use tracing_subscriber::layer::SubscriberExt;

/// How long a span waits before it is sent.
const SOON: Duration = Duration::from_millis(10);

fn limits() -> Limits {
    Limits { queue: 1000, batch: 100, interval: SOON, tries: 3, first_wait: SOON }
}

/// Telemetry for one test, separate from that of all tests.
struct Own {
    telemetry: Telemetry,
    dispatch: Dispatch,
}

impl Own {
    fn start(settings: &OtlpSettings, limits: Limits) -> Self {
        let telemetry = Telemetry::start(settings, limits).unwrap();
        let dispatch = Dispatch::new(tracing_subscriber::registry().with(telemetry.layer()));
        Self { telemetry, dispatch }
    }

    async fn with_double(limits: Limits) -> (Self, OtlpDouble) {
        let double = OtlpDouble::start().await;
        (Self::start(&double.settings(), limits), double)
    }

    /// Makes spans, one after the other.
    fn make_spans(&self, count: usize) {
        tracing::dispatcher::with_default(&self.dispatch, || (0..count).for_each(|_| drop(trace::job("made"))));
    }

    /// Sends the remaining spans, on another thread: the double answers on the test's own thread.
    async fn stop(self, patience: Duration) {
        tokio::task::spawn_blocking(move || self.telemetry.stop(patience)).await.unwrap();
    }
}
