//! Sales tax rates and retail delivery fees.

pub mod table;

use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};
use stylebox_core::money::{Money, TaxRate};

/// The tax of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tax {
    /// The rate for clothes.
    pub rate: TaxRate,
    /// The retail delivery fee for a box that is sent there, 0.00 if there is none. A pick-up has none.
    pub delivery_fee: Money,
}

/// Knows tax rates and delivery fees.
pub trait TaxProvider: Send + Sync {
    /// The tax in `state`, a state's code; `None` if it is not known.
    fn of(&self, state: &str) -> Option<Tax>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
