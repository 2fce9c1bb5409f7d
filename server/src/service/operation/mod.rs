//! What the service needs to run, and belongs to no area: readiness, its secret key, and what outside
//! parties tell us.

pub mod opening;
pub mod readiness;
pub mod secret_key;
pub mod webhooks;
