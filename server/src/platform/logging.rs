//! The log: on standard error, in lines for people or in JSON. Traces are handed over beside it.

use crate::platform::config::{LogFormat, Settings};
use crate::platform::trace;
use crate::providers::telemetry::Telemetry;
use std::io::IsTerminal;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

/// Starts logging as the settings say, and handing traces over if there is telemetry.
///
/// # Errors
/// A sentence, if the filter cannot be read.
pub fn start(settings: &Settings, telemetry: Option<&Telemetry>) -> Result<(), String> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| format!("The log filter \"{}\" cannot be read: {error}.", settings.log))?;
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines.with_filter(filter.and(filter_fn(|metadata| !trace::is_of_trace(metadata))));
    let started = tracing_subscriber::registry().with(lines).with(telemetry.map(Telemetry::layer)).try_init();
    started.map_err(|error| format!("The log cannot be started: {error}."))
}
