//! One line a request: the route's template, never the address itself, which may hold a token.

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;

/// Middleware: a span for what the call logs, and a line with its outcome.
pub async fn write(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str);
    let span = tracing::info_span!("request", method = %request.method(), route);
    let begun = Instant::now();
    let response = next.run(request).instrument(span.clone()).await;
    let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status = response.status().as_u16(), milliseconds, "answered"));
    response
}
