//! The thread that sends spans.

use super::{Own, SOON, limits};
use crate::doubles::http::HttpFault;
use crate::doubles::otlp::{OtlpDouble, OtlpFault};
use crate::platform::metrics::value;
use crate::support::TestApp;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stylebox_server::providers::telemetry::limits::Limits;
use tracing::instrument::WithSubscriber;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Longer than any test, so that a test that waits for it fails.
const NEVER: Duration = Duration::from_secs(3600);
const PATIENCE: Duration = Duration::from_secs(10);

/// How many spans the metrics count; `None` if there is no such number. Other tests count too, so a test sees at least what it did itself.
async fn number(outcome: &str) -> Option<f64> {
    value(&format!("telemetry_spans_total{{outcome=\"{outcome}\"}}")).await
}

async fn counted(outcome: &str) -> f64 {
    number(outcome).await.unwrap_or_default()
}

/// Waits until the collector has got so many calls.
async fn calls_of(double: &OtlpDouble, calls: usize) {
    let begun = Instant::now();
    while double.calls() < calls {
        assert!(begun.elapsed() < PATIENCE, "{} calls", double.calls());
        tokio::time::sleep(SOON).await;
    }
}

/// The double also refuses events and texts of errors.
#[tokio::test]
async fn attributes_that_are_not_on_the_list_are_not_exported() {
    let (own, double) = Own::with_double(limits()).await;
    tracing::dispatcher::with_default(&own.dispatch, || {
        let span = tracing::info_span!(
            target: "stylebox_trace",
            "careless",
            customer = "ann@example.com",
            url.path = "/orders/1",
            otel.status_description = "Ann's card is declined",
            stylebox.job = "careless",
        );
        span.in_scope(|| tracing::error!(target: "stylebox_trace", email = "ann@example.com", "a line of the log"));
        OpenTelemetrySpanExt::add_event(&span, "ann@example.com", Vec::new());
    });
    own.stop(PATIENCE).await;
    let spans = double.spans();
    assert_eq!((spans.len(), spans[0].name(), spans[0].has_failed()), (1, "careless", true));
    assert_eq!(spans[0].attributes(), BTreeMap::from([("stylebox.job", "\"careless\"".to_owned())]));
}

#[tokio::test]
async fn stopping_sends_the_waiting_spans() {
    let (own, double) = Own::with_double(Limits { interval: NEVER, ..limits() }).await;
    own.make_spans(250);
    own.stop(PATIENCE).await;
    let spans = double.spans();
    assert_eq!((spans.len(), double.calls()), (250, 3), "in batches of 100");
    assert!(spans.iter().all(|span| span.name() == "job made" && span.parent().is_empty()));
    assert_eq!(spans[0].service["service.name"], "\"stylebox\"");
    assert_eq!(spans[0].service["service.version"], format!("{:?}", env!("CARGO_PKG_VERSION")));
    assert_eq!(spans[0].service["service.instance.id"].len(), 18, "16 digits in quotes");
    assert_eq!(spans[0].service.len(), 3);
}

#[tokio::test]
async fn stopping_does_not_wait_for_a_silent_collector() {
    let double = OtlpDouble::start().await;
    double.set_http(HttpFault::Silent);
    let mut settings = double.settings();
    settings.timeout = NEVER;
    let own = Own::start(&settings, limits());
    own.make_spans(1);
    let begun = Instant::now();
    own.stop(Duration::from_millis(200)).await;
    assert!(begun.elapsed() < PATIENCE);
    let own = Own::start(&settings, Limits { first_wait: NEVER, ..limits() });
    double.set_http(HttpFault::Down);
    own.make_spans(1);
    let begun = Instant::now();
    own.stop(NEVER).await;
    assert!(begun.elapsed() < PATIENCE, "it is tried immediately and not after an hour");
}

#[tokio::test]
async fn only_spans_that_the_collector_may_accept_later_are_sent_again() {
    for (status, calls) in [(429, 2), (502, 2), (503, 2), (504, 2)] {
        let (own, double) = Own::with_double(Limits { first_wait: NEVER, ..limits() }).await;
        // It asks for an immediate retry, which overrides the exporter's own wait.
        double.set(OtlpFault::Busy(status));
        own.make_spans(1);
        calls_of(&double, calls).await;
        own.stop(PATIENCE).await;
        assert_eq!((double.spans().len(), double.calls()), (1, calls), "{status}");
    }
    for status in [400, 401, 404, 413, 500] {
        let refused = counted("refused").await;
        let (own, double) = Own::with_double(limits()).await;
        double.set(OtlpFault::Answers(status));
        own.make_spans(1);
        own.stop(PATIENCE).await;
        assert_eq!((double.spans().len(), double.calls()), (0, 1), "{status}");
        assert!(counted("refused").await > refused, "{status}");
    }
}

#[tokio::test]
async fn spans_whose_answer_is_lost_are_sent_again() {
    let (own, double) = Own::with_double(limits()).await;
    double.set_http(HttpFault::LosesAnswer);
    own.make_spans(1);
    calls_of(&double, 2).await;
    double.set_http(HttpFault::None);
    own.stop(PATIENCE).await;
    assert!(double.spans().len() >= 2, "twice, with the same ids");
    assert!(double.spans().iter().all(|span| span.id() == double.spans()[0].id()));
}

/// Prometheus sees an increase only of a counter that was there before.
#[tokio::test]
async fn each_outcome_of_spans_is_counted_from_the_start() {
    let (own, _double) = Own::with_double(limits()).await;
    for outcome in ["sent", "refused", "dropped"] {
        assert!(number(outcome).await.is_some(), "{outcome}");
    }
    own.stop(PATIENCE).await;
}

#[tokio::test]
async fn spans_that_the_collector_refuses_are_counted() {
    let refused = counted("refused").await;
    let (own, double) = Own::with_double(limits()).await;
    double.set(OtlpFault::TakesAllButOne);
    own.make_spans(3);
    own.stop(PATIENCE).await;
    assert_eq!(double.calls(), 1, "the refused spans are not sent again");
    assert!(counted("refused").await > refused);
}

/// The waiting spans have a bound, and dropped spans are counted.
#[tokio::test]
async fn a_collector_that_is_down_delays_nobody() {
    let app = TestApp::start().await;
    for fault in [HttpFault::Silent, HttpFault::Down] {
        let double = OtlpDouble::start().await;
        double.set_http(fault);
        let mut settings = double.settings();
        settings.timeout = NEVER;
        let own = Own::start(&settings, Limits { queue: 20, batch: 10, first_wait: NEVER, ..limits() });
        let dropped = counted("dropped").await;
        let begun = Instant::now();
        let mut client = app.client();
        for _ in 0..200 {
            client.get("/api/status").with_subscriber(own.dispatch.clone()).await.expect(200);
        }
        assert!(begun.elapsed() < PATIENCE, "{fault:?}");
        // 10 spans are being sent and 20 wait. Each call has at least one span.
        assert!(counted("dropped").await >= dropped + 170.0, "{fault:?}");
        double.set_http(HttpFault::None);
        own.stop(Duration::from_millis(500)).await;
        assert!(double.spans().len() <= 30, "{fault:?}: {}", double.spans().len());
    }
}
