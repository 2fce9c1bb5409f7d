//! Who is told how the shop's requests and jobs went.

use crate::providers::telemetry::collector::TraceCollector;
use crate::providers::telemetry::otlp::{
    Otlp,
    settings::{OtlpOptions, OtlpSettings},
};
use std::sync::Arc;

choice! {
    /// Who is told how requests and jobs went. Log lines are written either way.
    "--telemetry" "STYLEBOX_TELEMETRY" telemetry: TelemetryChoice {
        /// Log lines alone.
        Log,
        /// Traces too, to a collector by OTLP.
        Otlp(otlp: OtlpOptions),
    }
}

impl TelemetryChoice {
    /// The collector of traces, if one is chosen.
    #[must_use]
    pub const fn collector(&self) -> Option<&OtlpSettings> {
        match self {
            Self::Log => None,
            Self::Otlp(settings) => Some(settings),
        }
    }

    /// The collector that is chosen, if any.
    pub(crate) fn provider(&self) -> Result<Option<Arc<dyn TraceCollector>>, String> {
        Ok(match self {
            Self::Log => None,
            Self::Otlp(settings) => Some(Arc::new(Otlp::new(settings)?)),
        })
    }
}
