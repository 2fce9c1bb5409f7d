//! What the service needs to run, and belongs to no area: readiness, its secret key, backups, and what outside parties tell us.

pub mod backup;
pub mod moving;
pub mod opening;
pub mod readiness;
pub mod restore;
pub mod secret_key;
pub mod webhooks;
