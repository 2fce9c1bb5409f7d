//! What the service logs while a test listens.
//!
//! One subscriber serves the whole program, and hears everything from the start: tracing remembers which places in the code
//! nobody listens to, and a subscriber that comes later can miss them.

use super::recorder::{is_for_recorder, recorder};
use std::io::Write;
use std::sync::{Mutex, Once};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::SubscriberExt;

/// What was logged, on whatever thread: also on those that the databases' drivers and slow work run on.
static HEARD: Mutex<Heard> = Mutex::new(Heard { listeners: 0, lines: Vec::new() });

struct Heard {
    /// How many tests listen; where none does, nothing is kept.
    listeners: usize,
    lines: Vec<u8>,
}

/// Where the lines go.
struct Ear;

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        HEARD.lock().unwrap().lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Sees to it that a test can listen; before the service is built.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(|| Ear);
        let somebody_listens =
            dynamic_filter_fn(|metadata, _| !is_for_recorder(metadata) && HEARD.lock().unwrap().listeners > 0);
        let layers = tracing_subscriber::registry().with(lines.with_filter(somebody_listens)).with(recorder());
        tracing::subscriber::set_global_default(layers).unwrap();
    });
}

/// Listens, on every level, to what is logged from now on; to what other tests do meanwhile as well.
pub fn listen() {
    install();
    HEARD.lock().unwrap().listeners += 1;
}

/// What was heard.
pub fn heard() -> String {
    let mut heard = HEARD.lock().unwrap();
    heard.listeners -= 1;
    let text = String::from_utf8_lossy(&heard.lines).into_owned();
    if heard.listeners == 0 {
        heard.lines = Vec::new();
    }
    text
}
