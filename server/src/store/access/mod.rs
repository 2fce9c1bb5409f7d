//! Who may call and how often: sessions, rate limits, idempotency keys, and what the servers share by a name.

pub mod after_restore;
pub mod idempotency;
pub mod rate_limits;
pub mod server_keys;
pub mod sessions;
