//! What the service logs while a test listens.
//!
//! One subscriber serves the whole program, and hears everything from the start: tracing remembers which places in the code
//! nobody listens to, and a subscriber that comes later can miss them.

use std::cell::RefCell;
use std::io::Write;
use std::sync::Once;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::SubscriberExt;

thread_local! {
    /// What was logged on this thread; none while nobody listens.
    static HEARD: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Where the lines go.
struct Ear;

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        HEARD.with_borrow_mut(|heard| {
            if let Some(heard) = heard {
                heard.extend_from_slice(bytes);
            }
        });
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
        let somebody_listens = dynamic_filter_fn(|_, _| HEARD.with_borrow(Option::is_some));
        tracing::subscriber::set_global_default(
            tracing_subscriber::registry().with(lines.with_filter(somebody_listens)),
        )
        .unwrap();
    });
}

/// Listens, on every level, to what this thread logs from now on. A test has its thread to itself.
pub fn listen() {
    install();
    HEARD.set(Some(Vec::new()));
}

/// What was heard.
pub fn heard() -> String {
    String::from_utf8(HEARD.take().unwrap()).unwrap()
}
