//! Referring a friend (spec B, section 2).

use std::fmt::Write;

/// `referral.link`: the path that a friend is sent, below the base path.
#[must_use]
pub fn link(referral_code: &str) -> String {
    let mut path = String::from("/register?referral=");
    for byte in referral_code.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            path.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(path, "%{byte:02X}");
        }
    }
    path
}
