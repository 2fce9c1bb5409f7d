//! Digests of tokens and of what is compared, so that the text itself need not be kept.

use crate::platform::random::hex;
use sha2::{Digest, Sha256};

/// SHA-256 of a text, in hexadecimal.
#[must_use]
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
