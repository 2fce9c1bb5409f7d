//! Which carrier the shop works with.

use crate::providers::carrier::Carrier;
use crate::providers::carrier::shippo::Shippo;
use crate::providers::carrier::shippo::settings::CarrierOptions;
use std::sync::Arc;

choice! {
    /// The carrier. With none, staff type the codes under which carriers know their parcels.
    "--carrier" "STYLEBOX_CARRIER" carrier: CarrierChoice {
        /// Staff make the labels, and type the codes.
        None,
        /// Shippo makes labels and follows parcels.
        Shippo(shippo: CarrierOptions),
    }
}

impl CarrierChoice {
    /// The carrier that is chosen, if any.
    pub(crate) fn provider(&self) -> Result<Option<Arc<dyn Carrier>>, String> {
        Ok(match self {
            Self::None => None,
            Self::Shippo(settings) => Some(Arc::new(Shippo::new(settings)?)),
        })
    }
}
