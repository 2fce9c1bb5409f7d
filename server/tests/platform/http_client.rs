//! The HTTP client for outside parties: what it sends, and which result a failing party gives.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use crate::doubles::smtp::closed_port;
use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use reqwest::Method;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::common::http_client::{HttpClient, NoAnswer};

/// Long enough for a double on this machine, and short enough to wait for.
const SHORT: Duration = Duration::from_millis(300);

async fn echo(headers: HeaderMap, body: String) -> String {
    let header = |name| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    format!("{} | {} | {}", header(header::AUTHORIZATION), header(header::CONTENT_TYPE), body)
}

async fn double() -> (HttpDouble, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = calls.clone();
    let router = Router::new()
        .route("/echo", post(echo))
        .route("/long", get(|| async { "x".repeat(2_000) }))
        .route("/moved", get(|| async { (StatusCode::FOUND, [(header::LOCATION, "/long")]).into_response() }))
        .layer(axum::middleware::map_request(move |request: axum::extract::Request| {
            count.fetch_add(1, Ordering::SeqCst);
            async { request }
        }));
    (HttpDouble::start(router).await, calls)
}

fn client(double: &HttpDouble) -> HttpClient {
    HttpClient::new("double", &double.base()).unwrap().with_timeout(SHORT)
}

#[tokio::test]
async fn a_call_arrives_with_its_key_and_its_fields() {
    let (double, _) = double().await;
    let client = client(&double);
    let form = client.call(Method::POST, "/echo").bearer(&secret("hidden")).form(&[("a[b]", "1 & 2"), ("c", "é")]);
    let answer = form.send().await.unwrap();
    let sent = "Bearer hidden | application/x-www-form-urlencoded | a%5Bb%5D=1+%26+2&c=%C3%A9";
    assert_eq!((answer.status, String::from_utf8(answer.body).unwrap()), (200, sent.to_owned()));
    let json = client.call(Method::POST, "/echo").json(&serde_json::json!({"a": 1})).send().await.unwrap();
    assert_eq!(String::from_utf8(json.body).unwrap(), r#" | application/json | {"a":1}"#);
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let (double, calls) = double().await;
    let answer = client(&double).call(Method::GET, "/moved").send().await.unwrap();
    assert_eq!((answer.status, answer.is_success(), answer.header("location")), (302, false, Some("/long")));
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_an_unknown_outcome() {
    let (double, _) = double().await;
    let with = |bytes| client(&double).with_largest_answer(bytes);
    assert_eq!(with(2_000).call(Method::GET, "/long").send().await.unwrap().body.len(), 2_000);
    assert_eq!(with(1_999).call(Method::GET, "/long").send().await.unwrap_err(), NoAnswer::Unknown);
}

#[tokio::test]
async fn a_call_without_a_complete_answer_is_sent_once_and_its_outcome_is_unknown() {
    let (double, calls) = double().await;
    for (fault, arrived) in [(HttpFault::Silent, 0), (HttpFault::LosesAnswer, 1), (HttpFault::HalfAnswer, 1)] {
        double.set(fault);
        calls.store(0, Ordering::SeqCst);
        let answer = client(&double).call(Method::GET, "/long").send().await;
        assert_eq!(answer.unwrap_err(), NoAnswer::Unknown, "{fault:?}");
        assert_eq!(calls.load(Ordering::SeqCst), arrived, "{fault:?}");
    }
    for fault in [HttpFault::Down, HttpFault::DoesAndFails] {
        double.set(fault);
        assert!(client(&double).call(Method::GET, "/long").send().await.unwrap().is_down(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_party_that_refuses_connections_counts_as_not_reached() {
    let base = BaseUrl::parse("--url", &format!("http://127.0.0.1:{}", closed_port().await)).unwrap();
    let client = HttpClient::new("double", &base).unwrap();
    assert_eq!(client.call(Method::GET, "/long").send().await.unwrap_err(), NoAnswer::NotReached);
}
