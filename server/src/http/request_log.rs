//! One line a request, its metrics and its span in the traces: the route's template, never the address itself, which may hold a token.

use super::client_address;
use crate::platform::config::Network;
use crate::platform::metrics;
use crate::platform::random::{Random, SystemRandom, hex};
use crate::platform::trace::{self, Caller};
use crate::state::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;
use tracing::field::Empty;

/// The methods that are counted by name.
const KNOWN: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// The health checks, which come every few seconds. They need no trace.
const UNTRACED: [&str; 2] = ["/healthz", "/readyz"];

/// The header by which a caller can name a request to staff. The log and the trace have the same id.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware: an id, spans for what the call logs and takes, and a line with its outcome.
pub async fn write(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let matched = matched.as_ref().map(MatchedPath::as_str);
    let route = matched.unwrap_or("(none)").to_owned();
    // Anybody can invent a method, and each would be a line of the metrics.
    let method = if KNOWN.contains(request.method()) { request.method().to_string() } else { "(other)".to_owned() };
    let mut id = [0; 8];
    SystemRandom.fill(&mut id);
    let id = hex(&id);
    let span = tracing::info_span!("request", method, route, id, trace_id = Empty);
    let traced = match matched {
        Some(route) if UNTRACED.contains(&route) => tracing::Span::none(),
        route => trace::request(&method, route, &id, caller(&request, &state.settings.trusted_proxies), &span),
    };
    let begun = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).instrument(traced.clone()).await;
    trace::answered(&traced, response.status().as_u16());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let took = begun.elapsed();
    metrics::answered(&method, &route, response.status().as_u16(), took);
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status = response.status().as_u16(), milliseconds, "answered"));
    response
}

/// The caller's span, if exactly one valid `traceparent` names it. Only a trusted proxy's span is the parent: a stranger could
/// name any.
fn caller(request: &Request, trusted: &[Network]) -> Option<Caller> {
    let mut values = request.headers().get_all("traceparent").iter();
    let only = values.next().filter(|_| values.next().is_none())?;
    let caller = Caller::parse(only.to_str().ok()?)?;
    let peer = client_address::peer(request.extensions());
    let is_trusted = trusted.iter().any(|network| network.contains(peer));
    Some(if is_trusted { caller } else { caller.without_span() })
}
