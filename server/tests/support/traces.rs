//! Collects the traces of the apps in this process, by the way that they take in production: the layer, the thread that sends, a
//! collector. What tests do at the same time is collected too; a test finds its own by the id that its browser's calls begin with.

use crate::doubles::otlp::{OtlpDouble, Received};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use stylebox_server::providers::telemetry::{Limits, Telemetry};
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// How many tests collect; if none does, there are no spans.
static COLLECTING: AtomicUsize = AtomicUsize::new(0);

static COLLECTOR: LazyLock<OtlpDouble> = LazyLock::new(|| {
    let (tell, told) = mpsc::channel();
    // A runtime of its own: a test's ends with the test.
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

/// Traces are collected as long as it lives.
pub struct Collecting(());

impl Collecting {
    pub fn start() -> Self {
        super::log::install();
        COLLECTING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }

    /// All spans so far, once one comes for which `is_last` holds.
    pub async fn until(&self, is_last: impl Fn(&Received) -> bool) -> Vec<Received> {
        let waited = Instant::now();
        loop {
            let spans = COLLECTOR.spans();
            if spans.iter().any(&is_last) {
                return spans;
            }
            assert!(waited.elapsed() < Duration::from_secs(20), "it does not come: {spans:#?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The spans of a trace, once its root has come: the root is sent last.
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
