//! Which traces are kept.

use opentelemetry::trace::{Link, SpanKind, TraceContextExt, TraceId, TraceState};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{SamplingDecision, SamplingResult, ShouldSample};

/// Decides by itself for each request and job. Neither the caller's flag nor its trace id has a say: a caller could choose both, and
/// have everything kept. A span below one of this server's follows its decision.
#[derive(Debug, Clone)]
pub(super) struct OwnDecision {
    /// The part that is kept, from 0 to 1.
    pub(super) part: f64,
}

impl ShouldSample for OwnDecision {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        _: TraceId,
        _: &str,
        _: &SpanKind,
        _: &[KeyValue],
        _: &[Link],
    ) -> SamplingResult {
        let of_parent = parent.and_then(|parent| {
            let span = parent.span();
            let context = span.span_context();
            (context.is_valid() && !context.is_remote()).then(|| context.is_sampled())
        });
        let is_kept = of_parent.unwrap_or_else(|| rand::random_bool(self.part));
        let decision = if is_kept { SamplingDecision::RecordAndSample } else { SamplingDecision::Drop };
        SamplingResult { decision, attributes: Vec::new(), trace_state: TraceState::NONE }
    }
}
