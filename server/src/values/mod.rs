//! What the store keeps and the outside parties take or give. It knows neither the store nor a party.

pub mod calculated_tax;
pub mod confirmation;
pub mod hint;
pub mod place;
pub mod postal_address;
pub mod recipient;
