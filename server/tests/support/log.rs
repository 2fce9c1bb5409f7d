//! Captures what the service logs during a test.
//!
//! One subscriber serves the whole program from the start: tracing remembers which places in the code have no subscriber, so one
//! that is installed later can miss them.

use super::recorder::{is_for_recorder, recorder};
use super::traces;
use std::io::Write;
use std::sync::{Mutex, Once};
use stylebox_server::platform::trace::is_of_trace;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::SubscriberExt;

/// What was logged, on any thread: the database drivers and slow work have threads of their own.
static CAPTURED: Mutex<Captured> = Mutex::new(Captured { captures: 0, lines: Vec::new() });

struct Captured {
    /// How many tests capture; if none does, nothing is kept.
    captures: usize,
    lines: Vec<u8>,
}

struct CaptureWriter;

impl Write for CaptureWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        CAPTURED.lock().unwrap().lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

static INSTALLED: Once = Once::new();

/// Does without the subscriber in a program in which nobody reads what is logged: writing it takes time. Call it before the service is
/// built.
pub fn leave_out() {
    INSTALLED.call_once(|| {});
}

/// Installs the subscriber; call it before the service is built.
pub fn install() {
    INSTALLED.call_once(|| {
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(|| CaptureWriter);
        let is_wanted = dynamic_filter_fn(|metadata, _| {
            !is_for_recorder(metadata) && !is_of_trace(metadata) && CAPTURED.lock().unwrap().captures > 0
        });
        let layers =
            tracing_subscriber::registry().with(lines.with_filter(is_wanted)).with(recorder()).with(traces::layer());
        tracing::subscriber::set_global_default(layers).unwrap();
    });
}

/// Starts to capture what is logged on every level, including by tests that run at the same time.
pub fn start_capture() {
    install();
    CAPTURED.lock().unwrap().captures += 1;
}

/// Ends the capture and returns it.
pub fn captured() -> String {
    let mut captured = CAPTURED.lock().unwrap();
    captured.captures -= 1;
    let text = String::from_utf8_lossy(&captured.lines).into_owned();
    if captured.captures == 0 {
        captured.lines = Vec::new();
    }
    text
}
