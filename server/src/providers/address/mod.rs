//! The address check: a shipping-label service, asked before boxes are sent to a new address.

pub mod choice;
pub mod offline;
pub mod shippo;

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use stylebox_core::account::address::AddressForm;
use stylebox_core::account::shipping_address::ShippingAddress;

/// Why an address is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressError {
    /// Nothing can be delivered there.
    Undeliverable,
    NoAnswer,
}

/// Checks addresses.
pub trait AddressProvider: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// Checks whether boxes can be delivered to an address. Returns the address as the service writes it, without a phone, if the
    /// service says so. It may be the same, and core has not checked it.
    fn check<'a>(&'a self, address: &'a ShippingAddress) -> BoxFuture<'a, Result<Option<AddressForm>, AddressError>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
