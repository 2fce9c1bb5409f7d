//! Which analytics service the shop works with.

use crate::providers::analytics::Occurrence;
use crate::providers::analytics::ga4::{Ga4, settings::Ga4Options};
use crate::providers::common::sender::{KeptInOutbox, MessageSender};
use crate::providers::parts::Parts;
use std::sync::Arc;

choice! {
    /// The analytics service. Unless it is none, customers are asked for their consent. The outbox only keeps events in the
    /// database and is for demo mode only.
    "--analytics" "STYLEBOX_ANALYTICS" analytics: AnalyticsChoice {
        /// Nobody is told anything, and no customer is asked.
        None,
        /// Events stay in the database's outbox.
        Outbox fake "events stay in the outbox",
        /// Google Analytics 4.
        Ga4(ga4: Ga4Options),
    }
}

impl AnalyticsChoice {
    /// The service that is chosen, if any.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Option<Arc<dyn MessageSender<Occurrence>>>, String> {
        Ok(match self {
            Self::None => None,
            Self::Outbox => Some(Arc::new(KeptInOutbox)),
            Self::Ga4(settings) => Some(Arc::new(Ga4::new(settings, parts.clock.clone())?)),
        })
    }
}
