//! The spans of requests and jobs, and their log lines.

use super::{Own, limits};
use crate::doubles::otlp::{OtlpDouble, Received};
use crate::support::traces::Collecting;
use crate::support::{Client, Reply, TestApp, log};
use axum::body::Body;
use axum::http::{Method, Request};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use std::collections::BTreeMap;
use std::time::Duration;
use stylebox_server::jobs::{find, runner};
use tracing::instrument::WithSubscriber;

const PATIENCE: Duration = Duration::from_secs(10);
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN: &str = "00f067aa0ba902b7";

/// Makes a call with these `traceparent` headers. Returns the answer and the spans of requests.
async fn call(
    client: &mut Client,
    method: Method,
    path: &str,
    callers: &[&str],
    sampling: f64,
) -> (Reply, Vec<Received>) {
    let double = OtlpDouble::start().await;
    let mut settings = double.settings();
    settings.sampling = sampling;
    let own = Own::start(&settings, limits());
    let request = Request::builder().method(method).uri(path);
    let request = callers.iter().fold(request, |request, caller| request.header("traceparent", *caller));
    let reply = client.send(request.body(Body::empty()).unwrap());
    let reply = reply.with_subscriber(own.dispatch.clone()).await;
    own.stop(PATIENCE).await;
    (reply, double.spans().into_iter().filter(|span| span.kind() == SpanKind::Server).collect())
}

fn request_id(reply: &Reply) -> String {
    reply.headers["x-request-id"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_request_is_a_span_that_follows_the_conventions() {
    let app = TestApp::start().await;
    let page = format!("00-{TRACE}-{SPAN}-00");
    let secret = "/api/orders/a-secret?email=ann@example.com";
    let (reply, spans) = call(&mut app.client(), Method::GET, secret, &[&page], 1.0).await;
    assert_eq!((reply.status.as_u16(), spans.len()), (401, 1));
    let span = &spans[0];
    assert_eq!((span.name(), span.kind()), ("GET /api/orders/{id}", SpanKind::Server));
    assert_eq!((span.trace(), span.parent()), (TRACE.to_owned(), String::new()), "the page has no span of its own");
    let id = request_id(&reply);
    assert_eq!(id.len(), 16);
    let expected = BTreeMap::from([
        ("http.request.method", "\"GET\"".to_owned()),
        ("http.route", "\"/api/orders/{id}\"".to_owned()),
        ("http.response.status_code", "401".to_owned()),
        ("stylebox.request.id", format!("{id:?}")),
    ]);
    assert_eq!(span.attributes(), expected);
    assert!(!span.has_failed(), "4xx is not a failure of the server");
}

#[tokio::test]
async fn the_span_of_a_trusted_proxy_is_the_parent_and_a_malformed_header_is_ignored() {
    let app = TestApp::with(|settings| settings.trusted_proxies = vec!["192.0.2.0/24".parse().unwrap()]).await;
    let proxy = format!("00-{TRACE}-{SPAN}-01");
    let (_, spans) = call(&mut app.client(), Method::GET, "/api/status", &[&proxy], 1.0).await;
    assert_eq!((spans[0].trace(), spans[0].parent()), (TRACE.to_owned(), SPAN.to_owned()));
    let malformed = format!("00-{TRACE}-{SPAN}");
    for callers in [&[malformed.as_str()][..], &[&proxy, &proxy], &[]] {
        let (_, spans) = call(&mut app.client(), Method::GET, "/api/status", callers, 1.0).await;
        assert_ne!(spans[0].trace(), TRACE, "{callers:?}");
        assert_eq!(spans[0].parent(), "", "{callers:?}");
    }
}

#[tokio::test]
async fn a_strangers_span_is_not_a_parent() {
    let app = TestApp::with(|settings| settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]).await;
    let stranger = format!("00-{TRACE}-{SPAN}-01");
    let (_, spans) = call(&mut app.client(), Method::GET, "/api/status", &[&stranger], 1.0).await;
    assert_eq!((spans[0].trace(), spans[0].parent()), (TRACE.to_owned(), String::new()));
}

/// A caller can choose the sampling flag and the trace's id. Neither decides whether the trace is kept.
#[tokio::test]
async fn only_the_server_decides_which_traces_are_kept() {
    let app = TestApp::start().await;
    // OpenTelemetry's built-in sampler keeps low ids.
    let low = format!("00-{}1-{SPAN}-01", "0".repeat(31));
    let (reply, spans) = call(&mut app.client(), Method::GET, "/api/status", &[&low], 0.0).await;
    assert_eq!((reply.status.as_u16(), spans.len()), (200, 0));
    let high = format!("00-{}-{SPAN}-00", "f".repeat(32));
    assert_eq!(call(&mut app.client(), Method::GET, "/api/status", &[&high], 1.0).await.1.len(), 1);
}

#[tokio::test]
async fn a_5xx_answer_marks_its_span_as_failed_and_made_up_methods_and_paths_are_not_named() {
    let app = TestApp::start().await;
    let brew = Method::from_bytes(b"BREW").unwrap();
    let (reply, spans) = call(&mut app.client(), brew, "/nowhere/ann@example.com", &[], 1.0).await;
    assert_eq!(reply.status, 404);
    assert_eq!((spans[0].name(), &*spans[0].attributes()["http.request.method"]), ("HTTP", "\"_OTHER\""));
    assert!(!spans[0].attributes().contains_key("http.route"));

    assert_eq!(call(&mut app.client(), Method::GET, "/readyz", &[], 1.0).await.1.len(), 0, "asked every few seconds");

    let mut ann = app.client();
    ann.register("ann@example.com").await;
    app.state.db.close().await;
    let (reply, spans) = call(&mut ann, Method::GET, "/api/account", &[], 1.0).await;
    assert_eq!(reply.status, 503, "{}", reply.text);
    assert!(spans[0].has_failed());
    assert_eq!(spans[0].attributes()["error.type"], "\"503\"");
}

#[tokio::test]
async fn a_job_is_a_trace_with_its_transactions_and_deliveries() {
    let app = TestApp::start().await;
    let tracing = Collecting::start();
    app.client().register("ann@example.com").await;
    runner::run_now(&app.state, find("outbox").unwrap()).await.unwrap();
    // Spans of other tests are collected too: any job that delivers will do.
    let is_delivery = |span: &Received| {
        let outcome = || span.attributes().get("stylebox.outcome").cloned();
        span.name() == "deliver email" && !span.parent().is_empty() && outcome().is_some_and(|word| word == "\"sent\"")
    };
    let all = tracing.until(is_delivery).await;
    let delivery = all.iter().find(|span| is_delivery(span)).unwrap();
    let trace = tracing.of(&delivery.trace()).await;
    let root = trace.iter().find(|span| span.parent().is_empty()).unwrap();
    assert_eq!((root.name(), &*root.attributes()["stylebox.job"]), ("job outbox", "\"outbox\""));
    assert_eq!(delivery.parent(), root.id(), "the job runs in its own task");
    assert_eq!(delivery.attributes()["stylebox.message.channel"], "\"email\"");
    assert_eq!(delivery.attributes()["stylebox.outcome"], "\"sent\"");
    let written = trace.iter().find(|span| span.name() == "write transaction").unwrap();
    let system = if app.state.settings.database_url.is_sqlite() { "\"sqlite\"" } else { "\"postgresql\"" };
    assert_eq!((written.kind(), &*written.attributes()["db.system.name"]), (SpanKind::Client, system));
    assert_eq!(written.attributes()["stylebox.outcome"], "\"committed\"");
}

#[tokio::test]
async fn the_lines_of_a_request_have_its_id_and_its_traces() {
    let app = TestApp::start().await;
    let mut client = app.client();
    log::start_capture();
    let untraced = request_id(&client.get("/api/status").await);
    let lines = log::captured();
    let line = lines.lines().find(|line| line.contains(&untraced)).unwrap();
    assert!(line.contains("answered"), "{line}");

    let _tracing = Collecting::start();
    log::start_capture();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4799";
    client.headers.insert("traceparent", format!("00-{trace}-{SPAN}-00").parse().unwrap());
    let traced = request_id(&client.get("/api/status").await);
    let lines = log::captured();
    let line = lines.lines().find(|line| line.contains(&traced) && line.contains("answered")).unwrap();
    assert!(line.contains(&format!("trace_id=\"{trace}\"")), "{line}");
    assert!(line.contains("route=\"/api/status\"") && !line.contains("otel"), "{line}");
}
