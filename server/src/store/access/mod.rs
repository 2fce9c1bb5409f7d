//! Who may call and how often: sessions, limited tries, idempotency keys, and what the servers share by a name.

pub mod after_restore;
pub mod idempotency;
pub mod server_keys;
pub mod sessions;
pub mod tries;
