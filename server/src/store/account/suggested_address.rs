//! The address as the address check writes it, as an address keeps it: JSON in one column.

use serde::{Deserialize, Serialize};
use stylebox_core::account::address::Address;

/// Another way to write an address, which its customer may take or decline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestedAddress {
    /// Street and number.
    pub line_1: String,
    /// Apartment, suite or the like.
    pub line_2: Option<String>,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// Five digits, or five and four.
    pub postal_code: String,
}

impl From<Address> for SuggestedAddress {
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

stored_as_json!(SuggestedAddress);
