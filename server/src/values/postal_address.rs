//! A postal address in the United States.

use serde::{Deserialize, Serialize};
use stylebox_core::account::address::{self, Address, ShownAddress};
use utoipa::ToSchema;

/// A postal address in the United States.
// As the store keeps it, outside parties take it and the API answers it. What a customer types is core's `Address` first, which checks it.
// It does not deny unknown fields, because the API's description could not add the fields of an answer to it then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PostalAddress {
    /// Street and number.
    pub line_1: String,
    /// Apartment, suite or the like. Null if there is none.
    pub line_2: Option<String>,
    pub city: String,
    /// Two letters.
    pub state: String,
    /// Five digits, or five and four.
    pub postal_code: String,
}

impl PostalAddress {
    /// The address in a sentence, as core writes it.
    #[must_use]
    pub fn on_one_line(&self) -> String {
        let Self { line_1, line_2, city, state, postal_code } = self.clone();
        address::on_one_line(&ShownAddress { line_1, line_2, city, state, postal_code })
    }
}

/// Core's checked texts as they are stored. The phone is stored beside the address.
impl From<Address> for PostalAddress {
    fn from(Address { line_1, line_2, city, state, postal_code, phone: _ }: Address) -> Self {
        Self {
            line_1: line_1.to_string(),
            line_2: line_2.map(|line| line.to_string()),
            city: city.to_string(),
            state: state.to_string(),
            postal_code: postal_code.to_string(),
        }
    }
}
