//! Which address check the shop works with.

use crate::providers::address::AddressProvider;
use crate::providers::address::offline::Offline;
use crate::providers::address::shippo::ShippoAddresses;
use crate::providers::address::shippo::settings::ShippoAddressOptions;
use std::sync::Arc;

choice! {
    /// The address check. The offline one accepts every address of the right form.
    "--address" "STYLEBOX_ADDRESS" address: AddressChoice {
        /// No service is asked.
        Offline,
        /// Shippo's address validation.
        Shippo(shippo: ShippoAddressOptions),
    }
}

impl AddressChoice {
    /// The warning for a shop without a service.
    #[must_use]
    pub const fn warning(&self) -> Option<&'static str> {
        match self {
            Self::Offline => {
                Some("addresses are looked up nowhere: boxes can go to addresses that do not exist (--address)")
            }
            Self::Shippo(_) => None,
        }
    }

    /// The check that is chosen.
    pub(crate) fn provider(&self) -> Result<Arc<dyn AddressProvider>, String> {
        Ok(match self {
            Self::Offline => Arc::new(Offline),
            Self::Shippo(account) => Arc::new(ShippoAddresses::new(account)?),
        })
    }
}
