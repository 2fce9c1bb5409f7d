//! A collector of traces, told by OTLP over HTTP in binary protobuf.

pub mod settings;

pub(crate) mod export;

use crate::platform::future::BoxFuture;
use crate::providers::common::http_client::{Answer, HttpClient, NoAnswer};
use crate::providers::common::reach::Reach;
use crate::providers::telemetry::collector::TraceCollector;
use crate::providers::telemetry::otlp::settings::OtlpSettings;
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::trace::v1::ResourceSpans;
use prost::Message;
use reqwest::Method;
use reqwest::header::HeaderMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The most bytes of an answer: it counts what was refused, and has a sentence.
const LARGEST_ANSWER: usize = 64 * 1024;

/// The collector.
#[derive(Debug)]
pub struct Otlp {
    client: HttpClient,
    headers: HeaderMap,
    /// Whether it has refused the last spans: the log says so once, and not at each batch.
    refuses: AtomicBool,
}

/// What the collector did with spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Export {
    /// It took them, except for so many.
    Taken {
        /// How many it did not take.
        refused: u64,
    },
    /// It may take them later, after the time that it names. If its answer was lost, it may have them twice then, as OTLP accepts.
    Later(Option<Duration>),
    /// It takes none of them, ever.
    Refused,
}

impl Otlp {
    /// The collector of these settings.
    ///
    /// # Errors
    /// A sentence that says why it cannot be asked.
    pub fn new(settings: &OtlpSettings) -> Result<Self, String> {
        let client = HttpClient::new("telemetry", &settings.url)?
            .with_timeout(settings.timeout)
            .with_largest_answer(LARGEST_ANSWER)
            .without_trace()
            .with_failures_at_debug();
        Ok(Self { client, headers: settings.headers.clone(), refuses: AtomicBool::new(false) })
    }

    async fn post(&self, resource_spans: Vec<ResourceSpans>) -> Result<Answer, NoAnswer> {
        let body = ExportTraceServiceRequest { resource_spans }.encode_to_vec();
        let call = self.client.call(Method::POST, "/v1/traces").body("application/x-protobuf", body);
        call.headers(&self.headers).send().await
    }

    /// Sends spans, once.
    pub(super) async fn export(&self, spans: Vec<ResourceSpans>) -> Export {
        match self.post(spans).await {
            Ok(answer) if answer.is_success() => {
                self.refuses.store(false, Ordering::Relaxed);
                let response = ExportTraceServiceResponse::decode(&*answer.body).unwrap_or_default();
                let refused = response.partial_success.map_or(0, |part| part.rejected_spans);
                Export::Taken { refused: u64::try_from(refused).unwrap_or(0) }
            }
            // The list is OTLP's: other statuses must not be repeated.
            Ok(answer) if matches!(answer.status, 429 | 502..=504) => {
                let seconds = answer.header("retry-after").and_then(|seconds| seconds.trim().parse().ok());
                Export::Later(seconds.map(Duration::from_secs))
            }
            Ok(answer) => {
                if !self.refuses.swap(true, Ordering::Relaxed) {
                    tracing::warn!(status = answer.status, "the collector of traces takes none of ours");
                }
                Export::Refused
            }
            Err(_) => Export::Later(None),
        }
    }
}

impl TraceCollector for Otlp {
    /// Asks it by a request without spans, which it answers with success.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.post(Vec::new()).await {
                Ok(answer) if answer.is_success() => Reach::Reached,
                Ok(answer) if answer.is_down() => Reach::NotReachable,
                Ok(answer) => Reach::Refused(format!("the collector of traces answers {}.", answer.status)),
                Err(_) => Reach::NotReachable,
            }
        })
    }
}
