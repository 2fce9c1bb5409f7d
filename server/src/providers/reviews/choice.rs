//! Which reviews service the shop works with.

use crate::providers::parts::Parts;
use crate::providers::reviews::ReviewService;
use crate::providers::reviews::own::OwnReviews;
use crate::providers::reviews::yotpo::{Yotpo, settings::YotpoOptions};
use std::sync::Arc;

choice! {
    /// The reviews service. The embedded one keeps reviews in the database.
    "--reviews" "STYLEBOX_REVIEWS" reviews: ReviewsChoice {
        /// The service's own.
        Own,
        /// Yotpo, which is told of them as well.
        Yotpo(yotpo: YotpoOptions),
    }
}

impl ReviewsChoice {
    /// The service that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn ReviewService>, String> {
        let own = OwnReviews::new(parts.keys.clone(), parts.public_url.origin());
        Ok(match self {
            Self::Own => Arc::new(own),
            Self::Yotpo(settings) => Arc::new(Yotpo::new(settings, own, parts.clock.clone())?),
        })
    }
}
