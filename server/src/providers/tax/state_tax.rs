//! The sales tax of a state.

use stylebox_core::values::money::{Money, TaxRate};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateTax {
    /// The rate for clothes.
    pub rate: TaxRate,
    /// The retail delivery fee for a box that is sent there, 0.00 if there is none. A pick-up has none.
    pub delivery_fee: Money,
}
