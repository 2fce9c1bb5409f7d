//! What the service needs to run, and belongs to no area: readiness, its secret key, backups, what outside parties tell us, and the
//! end of data that has passed its time.

pub mod backup;
pub mod moving;
pub mod opening;
pub mod readiness;
pub mod restore;
pub mod retention;
pub mod secret_key;
pub mod webhooks;
