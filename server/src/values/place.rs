//! A place to which boxes go.

use crate::values::postal_address::PostalAddress;
use serde::Serialize;

/// The address of a box, for comparing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Street and number.
    pub line_1: String,
    /// Apartment, suite or the like; may be empty.
    pub line_2: String,
    /// Five digits, or nine as in `55403-1234`.
    pub postal_code: String,
}

impl Place {
    /// The place as it is written for comparing: in small letters, with single spaces, by the five digits of its ZIP code.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let words = |text: &str| text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            line_1: words(&self.line_1),
            line_2: words(&self.line_2),
            postal_code: self.postal_code.chars().take(5).collect(),
        }
    }

    /// ZIP code and normalized lines as one text, whose hash is stored as a mark (service/account/marks).
    #[must_use]
    pub fn text_for_marks(&self) -> String {
        let Self { line_1, line_2, postal_code } = self.normalized();
        format!("place {postal_code}|{line_1}|{line_2}")
    }
}

impl From<&PostalAddress> for Place {
    fn from(PostalAddress { line_1, line_2, city: _, state: _, postal_code }: &PostalAddress) -> Self {
        let line_2 = line_2.clone().unwrap_or_default();
        Self { line_1: line_1.clone(), line_2, postal_code: postal_code.clone() }
    }
}
