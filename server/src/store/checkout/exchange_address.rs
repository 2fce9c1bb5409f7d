//! Where the exchanged items of an invoice go, as the invoice keeps it: JSON in one column.

use serde::{Deserialize, Serialize};

/// Who receives exchanged items, and where. A stored address of another form is an error: exchanges would be sent astray.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeAddress {
    /// Who receives; `None` if the customer does.
    pub name: Option<String>,
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
    /// Ten digits.
    pub phone: String,
}

stored_as_json!(ExchangeAddress);
