//! The payment card on file: saving it, replacing it, and notifying its owner before it expires.

pub mod admit;
pub mod expiry;
pub mod on_file;
pub mod replace;
pub mod save;
