//! What every call shares: connections, errors, sessions, the anti-forgery token, rate limits, idempotency, headers, the
//! version of the rules, the log.

pub mod body;
pub mod client_address;
pub mod connections;
mod encoding;
pub mod error;
pub mod forgery;
pub mod headers;
pub mod idempotency;
pub mod page;
pub mod plain_text;
pub mod query;
pub mod rate_limit;
pub mod request_log;
pub mod rules_version;
pub mod session;

pub use body::JsonBody;
pub use error::{AppError, Refusal};
pub use query::QueryOf;
pub use session::{SignedIn, Visitor};
