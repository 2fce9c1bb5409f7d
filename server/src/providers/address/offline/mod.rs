//! The embedded check: it accepts what passes core's checks, if it is in the United States and not [`UNDELIVERABLE_LINE`].

use crate::platform::future::BoxFuture;
use crate::providers::address::{AddressError, AddressProvider};
use crate::providers::common::forgetting::Forgetting;
use stylebox_core::account::address::AddressForm;
use stylebox_core::account::shipping_address::ShippingAddress;

/// The embedded check.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offline;

/// The first line of an address that does not exist, for tests and demonstrations.
pub const UNDELIVERABLE_LINE: &str = "1 Nowhere Lane";

impl AddressProvider for Offline {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn check<'a>(&'a self, address: &'a ShippingAddress) -> BoxFuture<'a, Result<Option<AddressForm>, AddressError>> {
        let in_the_states = address.country.as_deref().is_none_or(|code| code.trim().eq_ignore_ascii_case("US"));
        let exists = !address.address.line_1.as_str().eq_ignore_ascii_case(UNDELIVERABLE_LINE);
        let known = if in_the_states && exists { Ok(None) } else { Err(AddressError::Undeliverable) };
        Box::pin(async move { known })
    }
}
