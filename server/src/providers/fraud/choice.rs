//! Which fraud check the shop works with.

use crate::providers::fraud::FraudCheck;
use crate::providers::fraud::kount::{Kount, settings::KountOptions};
use crate::providers::fraud::radar::{Radar, settings::RadarOptions};
use crate::providers::parts::Parts;
use std::sync::Arc;

choice! {
    /// The fraud check. The embedded one uses the shop's own records.
    "--fraud" "STYLEBOX_FRAUD" fraud: FraudChoice {
        /// The shop's own records.
        OwnRecords,
        /// Kount is asked about each order, and its kit watches customers' browsers.
        Kount(kount: KountOptions),
        /// Stripe Radar judges each first charge, with --payment stripe.
        Radar(radar: RadarOptions),
    }
}

impl FraudChoice {
    /// The check that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn FraudCheck>, String> {
        Ok(match self {
            Self::OwnRecords => parts.over_the_store.own_records.clone(),
            Self::Kount(settings) => Arc::new(Kount::new(settings, parts.clock.clone())?),
            Self::Radar(settings) => Arc::new(Radar::new(settings)?),
        })
    }
}
