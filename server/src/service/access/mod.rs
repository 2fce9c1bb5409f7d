//! Who may call, how often, and what a call that is sent again gets: sessions, rate limits, idempotency keys.

pub mod idempotency;
pub mod rate_limit;
pub mod session;
