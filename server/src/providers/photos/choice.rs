//! Where the shop's photos are kept.

use crate::providers::parts::Parts;
use crate::providers::photos::PhotoStore;
use crate::providers::photos::s3::S3Photos;
use crate::providers::photos::s3::settings::S3Options;
use std::sync::Arc;

choice! {
    /// The store of customers' photos. The embedded one is the database.
    "--photos" "STYLEBOX_PHOTOS" photos: PhotosChoice {
        /// The service's own database.
        Database,
        /// A bucket of any store that speaks S3.
        S3(s3: S3Options),
    }
}

impl PhotosChoice {
    /// Whether the photos are in the database, and so in a copy of it.
    #[must_use]
    pub const fn is_in_database(&self) -> bool {
        matches!(self, Self::Database)
    }

    /// The store that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn PhotoStore>, String> {
        Ok(match self {
            Self::Database => parts.over_the_store.photos.clone(),
            Self::S3(settings) => Arc::new(S3Photos::new(settings, &parts.public_url, parts.clock.clone())?),
        })
    }
}
