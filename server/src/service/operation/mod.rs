//! What the service needs to run, and belongs to no area: readiness, its secret key, texts of earlier versions, and what outside
//! parties tell us.

pub mod old_texts;
pub mod opening;
pub mod readiness;
pub mod secret_key;
pub mod webhooks;
