//! What every layer stands on: the clock, randomness, settings and the log. Nothing here knows HTTP or the product.

pub mod batch;
pub mod clock;
pub mod config;
pub mod error;
pub mod future;
pub mod idempotency;
pub mod logging;
pub mod random;
pub mod rate_limit;
pub mod session;
pub mod signature;
