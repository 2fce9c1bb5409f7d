//! The parts of a span that may leave the server.

use crate::platform::trace;
use opentelemetry::trace::{SpanId, Status};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};

/// The attributes, by name. Each holds a word, a number or a template of the service, and nothing of a customer; the request id is
/// random. What else a span has is not sent. OpenTelemetry's conventions also want `url.path` and `url.full`, which hold ids and
/// tokens, and `client.address`: they are left out.
pub const ATTRIBUTES: &[&str] = &[
    "db.system.name",
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "server.address",
    "service.peer.name",
    "stylebox.job",
    "stylebox.message.channel",
    "stylebox.message.kind",
    "stylebox.outcome",
    "stylebox.request.id",
    "stylebox.transaction",
];

/// The span with what may leave alone: no other attributes, no events, no links and no description of an error.
pub(super) fn only_allowed(mut span: SpanData) -> SpanData {
    span.attributes.retain(|attribute| ATTRIBUTES.contains(&attribute.key.as_str()));
    span.events = SpanEvents::default();
    span.links = SpanLinks::default();
    if matches!(span.status, Status::Error { .. }) {
        span.status = Status::error("");
    }
    if trace::is_placeholder(span.parent_span_id) {
        span.parent_span_id = SpanId::INVALID;
        span.parent_span_is_remote = false;
    }
    span
}
