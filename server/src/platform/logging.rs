//! The log: on standard error, in lines for people or in JSON.

use crate::platform::config::{LogFormat, Settings};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Starts logging as the settings say.
///
/// # Errors
/// A sentence, if the filter cannot be read.
pub fn start(settings: &Settings) -> Result<(), String> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| format!("The log filter \"{}\" cannot be read: {error}.", settings.log))?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match settings.log_format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    started.map_err(|error| format!("The log cannot be started: {error}."))
}
