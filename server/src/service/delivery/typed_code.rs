//! The code under which the carrier knows a parcel that staff send without its service.

use crate::platform::error::{StaffError, StaffResult};
use crate::state::AppState;
use stylebox_core::values::reading::code;

/// The longest tracking code.
const LONGEST: usize = 40;

/// The code that staff have typed. In demo mode there need not be one: then it is made up, in the form of the postal service's.
/// `command` is what staff type before it.
///
/// # Errors
/// [`StaffError::Refused`] if it is missing or malformed.
pub fn tracking_code(state: &AppState, typed: Option<&str>, command: &str) -> StaffResult<String> {
    // Labels print it in groups of four.
    match typed.map(code::read) {
        Some(code) if is_code(&code) => Ok(code),
        Some(code) => Err(StaffError::refused(format!(
            "{code:?} is no tracking code: it has letters, digits and hyphens, {LONGEST} at most."
        ))),
        None if state.settings.is_demo() => Ok(format!("94001{}", state.random.text(b"0123456789", 17))),
        None => Err(StaffError::refused(format!(
            "Say under which code the carrier knows it: \"{command} --tracking CODE\"."
        ))),
    }
}

fn is_code(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-')
}
