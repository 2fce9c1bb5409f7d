//! The carrier.

use crate::state::AppState;

/// A new tracking code, in the form of the postal service's.
#[must_use]
pub fn tracking_code(state: &AppState) -> String {
    format!("94001{}", state.random.text(b"0123456789", 17))
}
