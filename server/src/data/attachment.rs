//! Pictures in the starting data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Attachment {
    /// The address, below the service's own.
    pub href: String,
}
