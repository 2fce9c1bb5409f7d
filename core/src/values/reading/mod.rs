//! Reading what comes whole: pasted, filled in by the browser, dropped, or sent to the API (the contract: reading what was
//! pasted, filled in or sent). A mask is for keys that come one by one; cutting a whole text down by it can make another valid
//! one.
//!
//! Each module is a rule, `expiration.read` is [`expiration::read`]. Where the answer is null, the text is checked as it came.

pub mod digits;
pub mod expiration;
pub mod name;
pub mod phone;
pub(crate) mod prepare;
pub mod state;
pub mod zip;
