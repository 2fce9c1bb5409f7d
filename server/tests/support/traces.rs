//! Collects the traces of the apps in this process in the same way as in production: with the layer, the thread that sends and a
//! collector. Traces of tests that run at the same time are collected too. A test finds its own by the trace id that it sends.

use crate::doubles::otlp::{OtlpDouble, Received};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use stylebox_server::providers::telemetry::Telemetry;
use stylebox_server::providers::telemetry::limits::Limits;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// How many tests collect; if none does, there are no spans.
static COLLECTING: AtomicUsize = AtomicUsize::new(0);

static COLLECTOR: LazyLock<OtlpDouble> = LazyLock::new(|| {
    let (tell, told) = mpsc::channel();
    // It has its own runtime, because a test's runtime ends with the test.
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            tell.send(OtlpDouble::start().await).unwrap();
            std::future::pending::<()>().await;
        });
    });
    told.recv().unwrap()
});

static TELEMETRY: LazyLock<Telemetry> = LazyLock::new(|| {
    let interval = Duration::from_millis(20);
    Telemetry::start(&COLLECTOR.settings(), Limits { interval, queue: 100_000, ..Limits::default() }).unwrap()
});

/// The layer of the subscriber of all tests.
pub fn layer<S: Subscriber + for<'span> LookupSpan<'span>>() -> impl Layer<S> {
    TELEMETRY.layer().with_filter(dynamic_filter_fn(|_, _| COLLECTING.load(Ordering::SeqCst) > 0))
}

/// Traces are collected while this value lives.
pub struct Collecting(());

impl Collecting {
    pub fn start() -> Self {
        super::log::install();
        COLLECTING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }

    /// Waits for a span for which `is_last` holds. Returns all spans so far.
    pub async fn until(&self, is_last: impl Fn(&Received) -> bool) -> Vec<Received> {
        let waited = Instant::now();
        loop {
            let spans = COLLECTOR.spans();
            if spans.iter().any(&is_last) {
                return spans;
            }
            assert!(waited.elapsed() < Duration::from_secs(20), "the span does not come: {spans:#?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits for the root of a trace, which is sent last. Returns the trace's spans.
    pub async fn of(&self, trace: &str) -> Vec<Received> {
        let all = self.until(|span| span.trace() == trace && span.parent().is_empty()).await;
        all.into_iter().filter(|span| span.trace() == trace).collect()
    }
}

impl Drop for Collecting {
    fn drop(&mut self) {
        COLLECTING.fetch_sub(1, Ordering::SeqCst);
    }
}
