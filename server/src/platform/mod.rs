//! The base of all layers: the clock, randomness, settings, the log, errors. Nothing here knows HTTP.

pub mod backoff;
pub mod batch;
pub mod clock;
pub mod colors;
pub mod config;
pub mod digest;
pub mod disk;
pub mod error;
pub mod files;
pub mod future;
pub mod keys;
pub mod logging;
pub mod metrics;
pub mod password_cost;
pub mod points;
pub mod programs;
pub mod random;
pub mod readiness;
pub mod secret_url;
pub mod signature;
pub mod source;
pub mod terminal;
pub mod text;
pub mod trace;
pub mod tries;
pub mod tries_in_memory;
