//! One line a request, and its metrics: the route's template, never the address itself, which may hold a token.

use crate::platform::metrics;
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;

/// The methods that are counted by name.
const KNOWN: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// Middleware: a span for what the call logs, and a line with its outcome.
pub async fn write(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str).to_owned();
    // Anybody can make a method up, and each would be a line of the metrics.
    let method = if KNOWN.contains(request.method()) { request.method().to_string() } else { "(other)".to_owned() };
    let span = tracing::info_span!("request", method, route);
    let begun = Instant::now();
    let response = next.run(request).instrument(span.clone()).await;
    let took = begun.elapsed();
    metrics::answered(&method, &route, response.status().as_u16(), took);
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status = response.status().as_u16(), milliseconds, "answered"));
    response
}
