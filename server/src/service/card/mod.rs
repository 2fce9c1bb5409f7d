//! The payment card on file: saving it, replacing it, and notifying its owner before it expires.

pub mod admit;
pub mod confirmation;
pub mod expiry;
pub mod need;
pub mod on_file;
pub mod replace;
pub mod save;
pub mod sign_up;
pub mod to_forget;
pub mod tries;
