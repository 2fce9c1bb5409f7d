//! Who suggests addresses in the shop.

use crate::providers::address_suggestions::AddressSuggestions;
use crate::providers::address_suggestions::google_places::GooglePlaces;
use crate::providers::address_suggestions::google_places::settings::GooglePlacesOptions;
use std::sync::Arc;

choice! {
    /// Who suggests addresses as the customer types. Without anybody, the ZIP code fills in city and state.
    "--address-suggestions" "STYLEBOX_ADDRESS_SUGGESTIONS" address_suggestions: AddressSuggestionsChoice {
        /// Nobody suggests any.
        None,
        /// Google's Places API.
        Google(google: GooglePlacesOptions),
    }
}

impl AddressSuggestionsChoice {
    /// The service that is chosen, if any.
    pub(crate) fn provider(&self) -> Result<Option<Arc<dyn AddressSuggestions>>, String> {
        Ok(match self {
            Self::None => None,
            Self::Google(settings) => Some(Arc::new(GooglePlaces::new(settings)?)),
        })
    }
}
