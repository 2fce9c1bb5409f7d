//! How a box reaches the customer.

use crate::values::words::{labels, words};

words! {
    /// How a box reaches the customer: it decides the calendar, the try-on days and the choices at checkout.
    pub enum Flow {
        /// The customer picks it up at a store ("dressing room to go").
        Pickup = "pickup",
        /// It is shipped.
        Delivery = "delivery",
    }
}

labels! {
    Flow {
        Pickup = "Pick up at a store",
        Delivery = "Ship to me",
    }
}
