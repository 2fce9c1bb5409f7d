//! The spans of traces: how long a request, a job, a step of the service, a transaction and a call of an outside party took.
//!
//! They have a target of their own, so that they are apart from the log: the log does not show them, and without `--telemetry otlp`
//! nobody takes them and they cost nothing. A span has names and numbers of the service alone, and nothing of a customer; what may
//! leave the server is listed in `providers/telemetry/allowed.rs`.

use crate::platform::points;
use opentelemetry::Context;
use opentelemetry::trace::{FutureExt, SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use std::future::Future;
use tracing::field::Empty;
use tracing::instrument::Instrumented;
use tracing::{Instrument, Metadata, Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The target of every span here.
const TARGET: &str = "stylebox_trace";

/// Whether something belongs to the traces, and not to the log.
#[must_use]
pub fn is_of_trace(metadata: &Metadata<'_>) -> bool {
    metadata.target() == TARGET
}

/// Who called, as the header `traceparent` of W3C Trace Context says. Anybody can send any: only its ids are taken over, so that
/// the trace begins at the page's call. Whether the trace is kept is decided here alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    trace: TraceId,
    /// The caller's span; `None` if the caller says that it keeps none.
    span: Option<SpanId>,
}

impl Caller {
    /// Reads the header's value; `None` if it is malformed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let is_hex = |text: &str, digits: usize| {
            text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let is_known = is_hex(version, 2) && version != "ff" && (version != "00" || parts.next().is_none());
        if !is_known || !is_hex(trace, 32) || !is_hex(span, 16) || !is_hex(flags, 2) {
            return None;
        }
        let trace = TraceId::from_hex(trace).ok().filter(|trace| *trace != TraceId::INVALID)?;
        let span = SpanId::from_hex(span).ok().filter(|span| *span != SpanId::INVALID)?;
        let has_recorded = u8::from_str_radix(flags, 16).ok()? & TraceFlags::SAMPLED.to_u8() != 0;
        Some(Self { trace, span: has_recorded.then_some(span) })
    }
}

impl Caller {
    /// The same trace, without the caller's span.
    #[must_use]
    pub const fn without_span(self) -> Self {
        Self { span: None, ..self }
    }
}

/// Stands for the span of a caller that keeps none: a trace needs a parent for its id, and a collector would wait for that span.
const NO_PARENT: SpanId = SpanId::from_bytes(*b"nobody\0\0");

/// Whether a span's parent is kept by nobody.
#[must_use]
pub fn is_placeholder(parent: SpanId) -> bool {
    parent == NO_PARENT
}

/// The log's span of a request, which work in another task finds by the trace's.
#[derive(Debug)]
struct LogSpan(Span);

/// A request: `route` is a template, `/api/orders/{id}`, and `log` is the log's span, which gets the trace's id.
pub fn request(method: &str, route: Option<&str>, request_id: &str, caller: Option<Caller>, log: &Span) -> Span {
    let (named, method) = if method.starts_with('(') { ("HTTP", "_OTHER") } else { (method, method) };
    let span = info_span!(
        target: TARGET,
        parent: None,
        "request",
        // Written only if somebody takes the span.
        otel.name = route.map_or_else(|| named.to_owned(), |route| format!("{named} {route}")),
        otel.kind = "server",
        http.request.method = method,
        http.route = route,
        stylebox.request.id = request_id,
        http.response.status_code = Empty,
        "error.type" = Empty,
        otel.status_code = Empty,
    );
    if span.is_disabled() {
        return span;
    }
    let mut context = Context::new();
    if let Some(Caller { trace, span }) = caller {
        let flags = TraceFlags::default();
        let parent = SpanContext::new(trace, span.unwrap_or(NO_PARENT), flags, true, TraceState::NONE);
        context = context.with_remote_span_context(parent);
    }
    // It fails only without a collector of traces.
    let _ = span.set_parent(context.with_value(LogSpan(log.clone())));
    let trace_id = span.context().span().span_context().trace_id();
    if trace_id != TraceId::INVALID {
        log.record("trace_id", trace_id.to_string());
    }
    span
}

/// Notes how a request was answered. Only a mistake of ours is an error of the span: 4xx is the caller's.
pub fn answered(span: &Span, status: u16) {
    span.record("http.response.status_code", i64::from(status));
    if status >= 500 {
        failed(span, &status.to_string());
    }
}

/// A run of a job.
pub fn job(name: &'static str) -> Span {
    info_span!(
        target: TARGET,
        parent: None,
        "job",
        otel.name = format!("job {name}"),
        stylebox.job = name,
        stylebox.outcome = Empty,
        "error.type" = Empty,
        otel.status_code = Empty,
    )
}

/// Work that is a step of the service which a trace should show, such as `checkout`.
pub fn step<F: Future>(name: &'static str, work: F) -> Instrumented<F> {
    work.instrument(info_span!(target: TARGET, "step", otel.name = name))
}

/// Handing a message over. `channel` and `kind` are words of the service.
pub fn delivery(channel: &str, kind: &str) -> Span {
    info_span!(
        target: TARGET,
        "delivery",
        otel.name = format!("deliver {channel}"),
        stylebox.message.channel = channel,
        stylebox.message.kind = kind,
        stylebox.outcome = Empty,
        "error.type" = Empty,
        otel.status_code = Empty,
    )
}

/// Processing an event that a party sent.
pub fn event_of(party: &str) -> Span {
    info_span!(target: TARGET, "event", otel.name = format!("event of {party}"), service.peer.name = party)
}

/// A transaction, from waiting for a connection to its end. `operation` is `read` or `write`. Outside a request or a job there is none.
pub fn transaction(system: &'static str, operation: &'static str) -> Span {
    if !Context::current().has_active_span() {
        return Span::none();
    }
    info_span!(
        target: TARGET,
        "transaction",
        otel.name = format!("{operation} transaction"),
        otel.kind = "client",
        db.system.name = system,
        stylebox.transaction = operation,
        stylebox.outcome = Empty,
    )
}

/// A call of an outside party over HTTP. Its address is left out: it may hold ids.
pub fn call(party: &'static str, method: &str, host: &str) -> Span {
    info_span!(
        target: TARGET,
        "call",
        otel.name = format!("{method} {party}"),
        otel.kind = "client",
        http.request.method = method,
        service.peer.name = party,
        server.address = host,
        http.response.status_code = Empty,
        stylebox.outcome = Empty,
        "error.type" = Empty,
        otel.status_code = Empty,
    )
}

/// Notes the outcome of a call: `outcome` as in the metrics, and the answer's status if there is one.
pub fn called(span: &Span, outcome: &'static str, status: Option<u16>) {
    record_outcome(span, outcome);
    if let Some(status) = status {
        span.record("http.response.status_code", i64::from(status));
    }
    if outcome != "success" {
        failed(span, &status.map_or_else(|| outcome.to_owned(), |status| status.to_string()));
    }
}

/// Records the outcome, in a word of the service.
pub fn record_outcome(span: &Span, outcome: &'static str) {
    span.record("stylebox.outcome", outcome);
}

/// Notes that it failed: `kind` is a word of the service, or a status.
pub fn failed(span: &Span, kind: &str) {
    span.record("error.type", kind);
    span.record("otel.status_code", "error");
}

/// Work that goes on in a task of its own, as part of the same request: in the trace, and in the log.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let context = Context::current();
    let log = context.get::<LogSpan>().map_or_else(Span::current, |LogSpan(span)| span.clone());
    points::carried(work.instrument(log).with_context(context))
}

#[cfg(test)]
mod tests {
    use super::{Caller, SpanId, TraceId};

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const SPAN: &str = "b7ad6b7169203331";

    #[test]
    fn a_caller_is_read_as_the_standard_says() {
        let trace = TraceId::from_hex(TRACE).unwrap();
        let span = SpanId::from_hex(SPAN).unwrap();
        let recorded = Some(Caller { trace, span: Some(span) });
        assert_eq!(Caller::parse(&format!("00-{TRACE}-{SPAN}-01")), recorded);
        assert_eq!(Caller::parse(&format!("00-{TRACE}-{SPAN}-09")), recorded, "one bit of eight");
        assert_eq!(Caller::parse(&format!("cc-{TRACE}-{SPAN}-01-what-comes-later")), recorded, "a later version");
        assert_eq!(Caller::parse(&format!("00-{TRACE}-{SPAN}-00")), Some(Caller { trace, span: None }));
    }

    #[test]
    fn what_is_malformed_is_ignored() {
        let zeros = "0".repeat(32);
        for wrong in [
            String::new(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("0-{TRACE}-{SPAN}-01"),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-{zeros}-{SPAN}-01"),
            format!("00-{TRACE}-{}-01", &zeros[..16]),
            format!("00-{TRACE}-{SPAN}-0g"),
            format!("00-{TRACE}-{SPAN}-1"),
            format!("00-{}é-{SPAN}-01", &TRACE[..30]),
            format!("00-{TRACE}a-{SPAN}-01"),
        ] {
            assert_eq!(Caller::parse(&wrong), None, "{wrong}");
        }
    }
}
