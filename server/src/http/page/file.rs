//! A file of the page, wherever it is read from.

use std::borrow::Cow;

/// A file of the page. In a release it was hashed by the build, and its bytes are never copied.
pub struct File {
    /// The SHA-256 of the contents, in hexadecimal digits.
    pub hash: String,
    pub contents: Cow<'static, [u8]>,
}
