//! What every call shares: connections, errors, sessions, the anti-forgery token, rate limits, idempotency, headers, the
//! version of the rules, the log.

pub mod body;
mod browser;
pub mod client_address;
pub mod connections;
mod encoding;
pub mod forgery;
pub mod headers;
pub mod idempotency;
pub mod metrics;
pub mod own_host;
pub mod page;
pub mod plain_text;
pub mod privacy;
pub mod query;
pub mod request_log;
pub mod response;
pub mod rules_version;
pub mod session;
pub mod unchanged;
