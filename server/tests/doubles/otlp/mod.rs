//! A collector of traces, written from the public specification of OTLP over HTTP (1.x) and its protobuf messages.

use crate::doubles::http::{HttpDouble, HttpFault};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTracePartialSuccess, ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode as SpanStatus};
use prost::Message;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::providers::telemetry::otlp::settings::OtlpSettings;

/// How the collector misbehaves besides its HTTP faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OtlpFault {
    #[default]
    None,
    /// It accepts all spans of a call except one.
    TakesAllButOne,
    /// It answers with this status, and accepts nothing.
    Answers(u16),
    /// The same for one call, and it asks for an immediate retry.
    Busy(u16),
}

#[derive(Default)]
struct Shared {
    spans: Mutex<Vec<Received>>,
    calls: Mutex<usize>,
    key: Mutex<Option<&'static str>>,
    fault: Mutex<OtlpFault>,
    violations: Mutex<Vec<String>>,
}

/// A span as it came, with helpers that read it.
#[derive(Debug, Clone)]
pub struct Received {
    pub span: Span,
    pub service: BTreeMap<String, String>,
}

impl Received {
    pub fn name(&self) -> &str {
        &self.span.name
    }

    pub fn kind(&self) -> SpanKind {
        self.span.kind()
    }

    pub fn trace(&self) -> String {
        hex(&self.span.trace_id)
    }

    pub fn id(&self) -> String {
        hex(&self.span.span_id)
    }

    /// Empty for the root of its trace.
    pub fn parent(&self) -> String {
        hex(&self.span.parent_span_id)
    }

    pub fn has_failed(&self) -> bool {
        self.span.status.as_ref().is_some_and(|status| status.code() == SpanStatus::Error)
    }

    /// The attributes. A number is written as `7`, a text as `"7"`.
    pub fn attributes(&self) -> BTreeMap<&str, String> {
        self.span.attributes.iter().map(|attribute| (attribute.key.as_str(), written(attribute))).collect()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn written(KeyValue { value, .. }: &KeyValue) -> String {
    match value {
        Some(AnyValue { value: Some(Value::StringValue(text)) }) => format!("{text:?}"),
        Some(AnyValue { value: Some(Value::IntValue(number)) }) => number.to_string(),
        other => panic!("no attribute has such a value: {other:?}"),
    }
}

#[derive(Clone)]
pub struct OtlpDouble {
    http: HttpDouble,
    shared: Arc<Shared>,
}

impl OtlpDouble {
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let router = Router::new().route("/v1/traces", post(take)).with_state(shared.clone());
        Self { http: HttpDouble::start(router).await, shared }
    }

    pub fn url(&self) -> String {
        self.http.url()
    }

    pub fn settings(&self) -> OtlpSettings {
        let timeout = Duration::from_millis(500);
        OtlpSettings { url: self.http.base(), headers: HeaderMap::new(), sampling: 1.0, timeout }
    }

    /// From now on a call needs the header `api-key` with this value.
    pub fn demand(&self, key: &'static str) {
        *self.shared.key.lock().unwrap() = Some(key);
    }

    pub fn set_http(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    pub fn set(&self, fault: OtlpFault) {
        *self.shared.fault.lock().unwrap() = fault;
    }

    /// The accepted spans.
    pub fn spans(&self) -> Vec<Received> {
        let violations = self.shared.violations.lock().unwrap();
        assert!(violations.is_empty(), "{violations:?}");
        self.shared.spans.lock().unwrap().clone()
    }

    /// How many calls came, accepted or not.
    pub fn calls(&self) -> usize {
        *self.shared.calls.lock().unwrap()
    }
}

async fn take(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Response {
    *shared.calls.lock().unwrap() += 1;
    let key = *shared.key.lock().unwrap();
    if key.is_some_and(|key| headers.get("api-key").is_none_or(|said| said != key)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let fault = *shared.fault.lock().unwrap();
    match fault {
        OtlpFault::Answers(status) => return StatusCode::from_u16(status).unwrap().into_response(),
        OtlpFault::Busy(status) => {
            *shared.fault.lock().unwrap() = OtlpFault::None;
            return (StatusCode::from_u16(status).unwrap(), [(header::RETRY_AFTER, "0")]).into_response();
        }
        OtlpFault::None | OtlpFault::TakesAllButOne => {}
    }
    match read(&headers, &body) {
        Ok(mut spans) => {
            let refused = usize::from(fault == OtlpFault::TakesAllButOne).min(spans.len());
            spans.truncate(spans.len() - refused);
            shared.spans.lock().unwrap().extend(spans);
            let rejected_spans = i64::try_from(refused).unwrap();
            let part = ExportTracePartialSuccess { rejected_spans, error_message: "one too many".to_owned() };
            let partial_success = (refused > 0).then_some(part);
            let answer = ExportTraceServiceResponse { partial_success }.encode_to_vec();
            ([(header::CONTENT_TYPE, "application/x-protobuf")], answer).into_response()
        }
        Err(why) => {
            shared.violations.lock().unwrap().push(why);
            StatusCode::BAD_REQUEST.into_response()
        }
    }
}

/// The spans of a call, if it follows the specification.
fn read(headers: &HeaderMap, body: &Bytes) -> Result<Vec<Received>, String> {
    let content_type = headers.get(header::CONTENT_TYPE).map(|value| value.as_bytes());
    require(content_type == Some(b"application/x-protobuf"), "the content type is wrong")?;
    require(!headers.contains_key("traceparent"), "the collector's own calls are not traced")?;
    let request = ExportTraceServiceRequest::decode(body.clone()).map_err(|error| error.to_string())?;
    require(request.encode_to_vec() == *body, "there are unknown fields")?;
    let mut spans = Vec::new();
    for group in request.resource_spans {
        let attributes = group.resource.map(|resource| resource.attributes).unwrap_or_default();
        let service: BTreeMap<String, String> =
            attributes.iter().map(|attribute| (attribute.key.clone(), written(attribute))).collect();
        require(service.contains_key("service.name"), "the service has no name")?;
        for span in group.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            check(&span)?;
            spans.push(Received { span, service: service.clone() });
        }
    }
    Ok(spans)
}

fn check(span: &Span) -> Result<(), String> {
    let is_id = |bytes: &[u8], length| bytes.len() == length && bytes.iter().any(|byte| *byte != 0);
    require(is_id(&span.trace_id, 16), "a trace's id is malformed")?;
    require(is_id(&span.span_id, 8), "a span's id is malformed")?;
    require(span.parent_span_id.is_empty() || is_id(&span.parent_span_id, 8), "a parent's id is malformed")?;
    require(!span.name.is_empty() && span.kind() != SpanKind::Unspecified, "a span has no name or kind")?;
    require(0 < span.start_time_unix_nano && span.start_time_unix_nano <= span.end_time_unix_nano, "time goes back")?;
    let mut keys: Vec<&str> = span.attributes.iter().map(|attribute| attribute.key.as_str()).collect();
    keys.sort_unstable();
    require(
        !keys.contains(&"") && keys.windows(2).all(|two| two[0] != two[1]),
        "attributes are unnamed or come twice",
    )?;
    require(
        span.events.is_empty() && span.links.is_empty() && span.trace_state.is_empty(),
        "a span has events, links or a trace state",
    )?;
    require(span.status.as_ref().is_none_or(|status| status.message.is_empty()), "a status has a text")
}

fn require(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
