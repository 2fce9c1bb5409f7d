//! The address check: a shipping-label service, asked before boxes are sent to a new address.

pub mod offline;

use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};
use stylebox_core::account::shipping_address::ShippingAddress;

/// Why an address is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressError {
    /// Nothing can be delivered there.
    Undeliverable,
    /// The service does not answer.
    NoAnswer,
}

/// Checks addresses.
pub trait AddressProvider: Send + Sync {
    /// Whether boxes can be delivered there.
    fn check<'a>(&'a self, address: &'a ShippingAddress) -> BoxFuture<'a, Result<(), AddressError>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
