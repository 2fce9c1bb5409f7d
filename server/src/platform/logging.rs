//! The log: on standard error, in lines for people or in JSON. Traces are handed over besides.

use crate::platform::trace;
use clap::ValueEnum;
use std::io::IsTerminal;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts logging what the filter lets through, and handing spans over to `traces` if there is telemetry.
///
/// # Errors
/// A sentence, if the filter cannot be read.
pub fn start(
    filter: &str,
    format: LogFormat,
    traces: Option<impl Layer<Registry> + Send + Sync>,
) -> Result<(), String> {
    let filter =
        EnvFilter::try_new(filter).map_err(|error| format!("The log filter \"{filter}\" cannot be read: {error}."))?;
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines.with_filter(filter.and(filter_fn(|metadata| !trace::is_of_trace(metadata))));
    let started = tracing_subscriber::registry().with(traces).with(lines).try_init();
    started.map_err(|error| format!("The log cannot be started: {error}."))
}
