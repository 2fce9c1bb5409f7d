//! Where traces go: to a collector, by OTLP. A thread of its own sends them, and nothing waits for it.

pub mod allowed;
pub mod choice;
pub mod collector;
pub mod limits;
pub mod otlp;
mod sampling;

use crate::platform::random::{Random, SystemRandom, hex};
use crate::platform::trace;
use crate::providers::telemetry::limits::Limits;
use crate::providers::telemetry::otlp::settings::OtlpSettings;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use otlp::Otlp;
use otlp::export::Exporting;
use sampling::OwnDecision;
use std::time::Duration;
use stylebox_core::brand;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// The traces of this server.
#[derive(Debug)]
pub struct Telemetry(SdkTracerProvider);

impl Telemetry {
    /// Starts the thread that sends them.
    ///
    /// # Errors
    /// A sentence that says why it cannot.
    pub fn start(settings: &OtlpSettings, limits: Limits) -> Result<Self, String> {
        let mut instance = [0; 8];
        SystemRandom.fill(&mut instance);
        let resource = Resource::builder_empty()
            .with_attributes([
                KeyValue::new("service.name", brand::SLUG),
                KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
                KeyValue::new("service.instance.id", hex(&instance)),
            ])
            .build();
        let exporting = Exporting::start(Otlp::new(settings)?, &resource, limits)?;
        let provider = SdkTracerProvider::builder()
            .with_resource(resource)
            .with_sampler(OwnDecision { part: settings.sampling })
            .with_span_processor(exporting)
            .build();
        Ok(Self(provider))
    }

    /// What hands the spans of [`trace`] over. The log's spans and lines stay out: they may hold what a trace must not.
    pub fn layer<S: Subscriber + for<'span> LookupSpan<'span>>(&self) -> impl Layer<S> + use<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(brand::SLUG))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(
                filter_fn(|metadata| metadata.is_span() && trace::is_of_trace(metadata))
                    .with_max_level_hint(LevelFilter::INFO),
            )
    }

    /// Sends what is left, for as long as `timeout` at most. Blocks meanwhile.
    pub fn stop(self, timeout: Duration) {
        if let Err(error) = self.0.shutdown_with_timeout(timeout) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}
