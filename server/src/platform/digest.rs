//! Digests of tokens, files and what is compared, so that the content itself need not be kept.

use crate::platform::random::hex;
use sha2::{Digest, Sha256};

/// SHA-256 of a text or of bytes, in hexadecimal.
#[must_use]
pub fn sha256(content: &(impl AsRef<[u8]> + ?Sized)) -> String {
    hex(&Sha256::digest(content))
}
