//! Who acts on an order.

use crate::values::words::words;

words! {
    /// Who acts on an order.
    pub enum Actor {
        /// The customer whose order it is.
        Customer = "customer",
        /// The shop's staff.
        Ops = "ops",
        /// The service itself.
        System = "system",
    }
}
